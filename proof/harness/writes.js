import { given } from './failure.js'
import { withKey } from './keys.js'

/**
 * What a caller writes: items of its own, so that what they must be is known whoever else writes.
 * @param {object} options
 * @param {string} options.name of the caller, in all its titles
 * @param {import('./book.js').Book} options.book
 * @param {import('./random.js').Random} options.random
 * @param {Record<string, number>} [options.weights] how often each kind of write comes, beside `plainWeights`
 */
export function createWriter ({ name, book, random, weights = plainWeights }) {
  /** @type {string[]} */
  const projects = []
  /** @type {string[]} */
  const assets = []
  let numbers = 0
  const title = (what) => `${name} ${what} ${++numbers}`

  /** One of these that nothing in doubt is about. */
  function choose (ids, fits) {
    const busy = new Set([...book.doubts].flatMap(({ about }) => about()))
    for (let tries = 0; tries < 8 && ids.length > 0; tries++) {
      const item = given(book.items.get(random.one(ids)))
      if (!busy.has(item) && fits(item)) return item
    }
    return null
  }

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
      isDone: ({ items }) => isDone(given(items.get(item.id))),
      note,
      about: () => [item, ...below(item), ...projectsOf(item, target)]
    }
  })

  const below = ({ id }) =>
    assets.map((asset) => given(book.items.get(asset))).filter((asset) => asset.project_id === id)
  /** @returns {import('./book.js').Item[]} */
  const projectsOf = (item, target) => [item.project_id, target].flatMap((id) => book.items.get(id) ?? [])
  const isActive = ({ deleted }) => !deleted

  const kinds = {
    createAsset: () => create('asset', assets),
    createProject: () => create('project', projects),
    update () {
      const item = choose(assets, isActive)
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
      const item = choose(assets, ({ deleted, project_id: id }) => !deleted && id === null)
      const project = choose(projects, isActive)
      if (item === null || project === null) return null
      return change(item, 'assign', {
        target: project.id,
        body: { to_project_id: project.id },
        isDone: (found) => found.project_id === project.id,
        note: () => {
          item.project_id = project.id
          item.events.push('ASSET_LINKED')
        }
      })
    },
    unassign () {
      const item = choose(assets, ({ deleted, project_id: id }) => !deleted && id !== null)
      if (item === null) return null
      return change(item, 'unassign', {
        method: 'DELETE',
        isDone: (found) => found.project_id === null,
        note: () => {
          item.project_id = null
          item.events.push('ASSET_UNLINKED')
        }
      })
    },
    trash () {
      const item = choose(random.below(4) === 0 ? projects : assets, isActive)
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
      const item = choose([...projects, ...assets], ({ deleted, id, cohort }) => deleted && cohort === id)
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
          // A half of it shows as items that nobody has asked for.
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
  const wheel = Object.entries(weights).flatMap(([kind, weight]) => Array(weight).fill(kind))

  /** @returns {import('./caller.js').Request} */
  function next () {
    const request = kinds[random.one(wheel)]() ?? kinds.createAsset()
    return request.method === 'POST' && random.below(2) === 0 ? withKey(request, `${name} ${++numbers}`) : request
  }

  /** Takes over a project and its assets that were made for the caller. */
  const adopt = (project, some) => {
    projects.push(project)
    assets.push(...some)
  }
  return { next, adopt, kinds }
}

export const plainWeights = {
  createAsset: 8, createProject: 1, update: 8, assign: 4, unassign: 1, trash: 1, restore: 1, bulk: 1
}
