import { given } from './failure.js'
import { withKey } from './keys.js'
import { createOwnItems } from './own-items.js'

/**
 * The writes of a caller to items of its own, so that their expected state is known, whatever other callers write.
 * @param {object} options
 * @param {string} options.name of the caller, part of all its titles
 * @param {import('./book.js').Book} options.book
 * @param {import('./random.js').Random} options.random
 */
export function createWriter ({ name, book, random }) {
  const { projects, assets, below, choose, put, forget } = createOwnItems({ book, random })
  let numbers = 0
  const title = (what) => `${name} ${what} ${++numbers}`

  const create = (type, list) => {
    const own = title(type)
    return {
      method: 'POST',
      path: `${type}s`,
      body: { title: own, tags: [name] },
      write: {
        what: `create ${own}`,
        isDone: ({ byTitle }) => byTitle.has(own),
        note: (found) => {
          const { id } = found.byTitle?.get(own) ?? found[type]
          book.add({ type, id, title: own })
          list.push(id)
        },
        about: () => []
      }
    }
  }

  /**
   * @param {import('./book.js').Item} item
   * @param {string} what the last part of the path, unless `path` is given
   * @param {{ method?: string, path?: string, body?: object, target?: string | null, isDone: (found: any) => boolean,
   *   note: () => void }} how
   */
  const change = (item, what, { method = 'POST', path = what, body = undefined, target = null, isDone, note }) => /** @type {import('./caller.js').Request} */ ({
    method,
    path: `${item.type}s/${item.id}${path === '' ? '' : `/${path}`}`,
    body,
    write: {
      what: `${what} ${item.title}`,
      isDone: ({ items }) => isDone(items.get(item.id)),
      note,
      about: () => [item, ...below(item), ...projectsOf(item, target)]
    }
  })

  /** @returns {import('./book.js').Item[]} */
  const projectsOf = (item, target) => [item.project_id, target].flatMap((id) => book.items.get(id) ?? [])
  const isActive = ({ deleted }) => !deleted

  const kinds = {
    createAsset: () => create('asset', assets),
    createProject: () => create('project', projects),
    update () {
      const item = choose(isActive, assets)
      if (item === null) return null
      const own = title('asset')
      return change(item, 'update', {
        method: 'PUT',
        path: '',
        body: { title: own },
        isDone: (found) => found.title === own,
        note: () => {
          item.title = own
          item.events.push('ASSET_EDITED_METADATA')
        }
      })
    },
    assign () {
      const item = choose(({ deleted, project_id: id }) => !deleted && id === null, assets)
      const project = choose(isActive, projects)
      if (item === null || project === null) return null
      return change(item, 'assign', {
        target: project.id,
        body: { to_project_id: project.id },
        isDone: (found) => found.project_id === project.id,
        note: () => {
          put(item, project.id)
          item.events.push('ASSET_LINKED')
        }
      })
    },
    unassign () {
      const item = choose(({ deleted, project_id: id }) => !deleted && id !== null, assets)
      if (item === null) return null
      return change(item, 'unassign', {
        method: 'DELETE',
        isDone: (found) => found.project_id === null,
        note: () => {
          put(item, null)
          item.events.push('ASSET_UNLINKED')
        }
      })
    },
    trash () {
      const item = choose(isActive, random.below(4) === 0 ? projects : assets)
      if (item === null) return null
      return change(item, 'trash_bin', {
        isDone: (found) => found.deleted,
        note: () => {
          for (const one of [item, ...below(item)].filter(isActive)) {
            one.deleted = true
            one.cohort = item.id
            one.events.push(`${one.type.toUpperCase()}_REMOVED`)
          }
        }
      })
    },
    restore () {
      const item = choose(({ deleted, id, cohort }) => deleted && cohort === id, projects, assets)
      if (item === null) return null
      return change(item, 'restore', {
        isDone: (found) => !found.deleted,
        note: () => {
          for (const one of [item, ...below(item)].filter(({ cohort }) => cohort === item.id)) {
            one.deleted = false
            one.cohort = null
            one.events.push(`${one.type.toUpperCase()}_RESTORED`)
          }
        }
      })
    },
    bulk () {
      const titles = Array.from({ length: 2 + random.below(20) }, () => title('asset'))
      return {
        method: 'POST',
        path: 'bulk',
        body: {
          operations: titles.map((own) => ({ method: 'POST', path: '/api/v2/assets', body: { title: own } }))
        },
        refusal: ({ committed, failed }) => committed && failed === 0 ? null : 'it was not committed',
        write: {
          what: `bulk of ${titles.length} from ${titles[0]}`,
          // Half a bulk would show as items that nobody has asked for.
          isDone: ({ byTitle }) => titles.every((own) => byTitle.has(own)),
          note: (found) => {
            titles.forEach((own, index) => {
              const { id } = found.byTitle?.get(own) ?? found.results[index].body.asset
              book.add({ type: 'asset', id, title: own })
              assets.push(id)
            })
          },
          about: () => []
        }
      }
    }
  }
  /**
   * Requests that come before random ones. @type {import('./caller.js').Request[]}
   */
  const orders = []
  const wheel = Object.entries(weights).flatMap(([kind, weight]) => Array(weight).fill(kind))

  /** Deletes a project for good, with everything below it. */
  const remove = (project) => change(project, 'delete', {
    method: 'DELETE',
    path: '',
    isDone: (found) => found === undefined,
    note: () => { forget(project) }
  })

  /** @returns {import('./caller.js').Request} */
  function next () {
    const request = orders.pop() ?? kinds[random.one(wheel)]() ?? kinds.createAsset()
    return request.method === 'POST' && random.below(2) === 0 ? withKey(request, `${name} ${++numbers}`) : request
  }

  /** Takes over a project and its assets that were made for the caller. */
  const adopt = (project, some) => {
    projects.push(project)
    assets.push(...some)
    some.forEach((id) => put(given(book.items.get(id)), project))
  }
  /** Makes the caller's next request delete this project. */
  const removeNext = (id) => { orders.push(remove(given(book.items.get(id)))) }
  return { next, adopt, removeNext }
}

const weights = {
  createAsset: 8, createProject: 1, update: 8, assign: 4, unassign: 1, trash: 1, restore: 1, bulk: 1
}
