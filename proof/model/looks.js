import { given } from '#proof/harness/failure.js'
import { TIME } from './difference.js'
import { expectedOfReader, readers, shownToReader } from './sight.js'
import { below, show } from './tree.js'
import { overview } from './values.js'

/**
 * Everything that can be read at the end, once from the model, and once from a service. Both map a title to an answer.
 * Lists whose order the contract leaves open are sorted by name.
 */

/** @param {import('./contract.js').State} state */
export function expected (state, made) {
  /** @type {Record<string, any>} */
  const looks = {}
  const active = (name) => state.items[name].cohort === null
  const named = (names, kind) => names.filter((name) => state.items[name].kind === kind).sort()
  for (const name of made) {
    const kind = given(name.split('-')[0])
    const item = state.items[name]
    const missing = { error: `${kind} not found` }
    looks[name] = item === undefined ? missing : { [kind]: show(state, name) }
    looks[`${name}: history`] = item === undefined ? missing : { history: historyOf(state, kind, name).reverse() }
    looks[`${name}: custom fields`] = item === undefined ? missing : { custom_fields: overview(item) }
    if (kind !== 'project') continue
    const children = Object.keys(state.items).filter((other) => state.items[other].project === name && active(other))
    const shown = (kind) => named(children, kind).map((child) => show(state, child))
    looks[`${name}: children`] = item === undefined ? missing : { assets: shown('asset'), subprojects: shown('project') }
    looks[`${name}: members`] = item === undefined ? missing : { members: membersOf(item) }
    looks[`${name}: found within`] = item === undefined ? [] : below(state, name).filter(active).sort()
  }
  const all = Object.keys(state.items)
  for (const user of ['ann', 'bob']) {
    const own = named(all, 'project').filter((name) => user in state.items[name].members && active(name))
    looks[`projects of ${user}`] = { projects: own }
  }
  looks['found, in no project'] = all.filter((name) => active(name) && state.items[name].project === null).sort()
  looks['found, in the trash'] = all.filter((name) => !active(name)).sort()
  looks['found, with the tag raw'] = all.filter((name) => active(name) && state.items[name].tags.includes('raw')).sort()
  looks['found, stage raw'] = all.filter((name) => active(name) && state.items[name].values[1]?.[4] === 'raw').sort()
  for (const externalId of ['one', 'two', 'three']) {
    const name = all.find((name) => state.items[name].externalId === externalId)
    looks[`external id ${externalId}`] = name === undefined
      ? { error: 'not found' }
      : { external_id: externalId, id: name, type: state.items[name].kind, deleted: !active(name) }
  }
  looks.trash = all.filter((name) => state.cohorts[state.items[name].cohort]?.root === name).sort().map((name) => {
    const { kind, cohort } = state.items[name]
    return {
      type: kind,
      [kind]: show(state, name),
      trashed_at: TIME,
      purge_at: TIME,
      user_id: state.cohorts[cohort]?.by,
      count: all.filter((other) => state.items[other].cohort === cohort).length
    }
  })
  for (const reader of readers) Object.assign(looks, expectedOfReader(state, made, reader))
  return looks
}

/** @param {import('./service.js').Session} session */
export async function shown ({ read, names }, made) {
  const looks = {}
  const look = async (title, by, path, pick = (body) => body) => {
    const { status, body } = await read(by, path)
    const isFailure = status !== 200 && status !== 404
    looks[title] = isFailure ? { status, body } : body.error === undefined ? pick(body) : body
  }
  const byId = (list) => list.sort((a, b) => a.id < b.id ? -1 : 1)
  const results = ({ results }) => results.map((result) => result[result.type].id).sort()
  const search = (title, query) =>
    look(title, 'ann', `search?limit=1000&owner=${names.email('ann')}&owner=${names.email('bob')}&${query}`, results)
  await Promise.all([
    ...made.flatMap((name) => {
      const [kind] = name.split('-')
      const path = `${kind}s/${names.idOf(name)}`
      return [
        look(name, 'ann', path),
        look(`${name}: history`, 'bob', `${path}/history`),
        look(`${name}: custom fields`, 'bob', `${path}/custom_fields`),
        ...kind === 'project'
          ? [
              look(`${name}: children`, 'ann', `${path}/assets`, ({ assets, subprojects }) =>
                ({ assets: byId(assets), subprojects: byId(subprojects) })),
              look(`${name}: members`, 'ann', `${path}/members`, ({ members }) => ({ members: byId(members) })),
              search(`${name}: found within`, `within=${names.idOf(name)}`)
            ]
          : []
      ]
    }),
    ...['ann', 'bob'].map((user) =>
      look(`projects of ${user}`, user, 'projects', ({ projects }) => ({ projects: projects.sort() }))),
    search('found, in no project', 'project_id=none'),
    search('found, in the trash', 'deleted=true'),
    search('found, with the tag raw', 'tag=raw'),
    search('found, stage raw', 'field.4=raw'),
    ...['one', 'two', 'three'].map((externalId) =>
      look(`external id ${externalId}`, 'ann', `external_ids/${names.externalId(externalId)}`)),
    look('trash', 'ann', 'trash?limit=1000', ({ trash }) =>
      trash.filter((entry) => made.includes(entry[entry.type].id))
        .sort((a, b) => a[a.type].id < b[b.type].id ? -1 : 1)),
    ...readers.flatMap((reader) => shownToReader(look, names, made, reader))
  ])
  return looks
}

/** The entries that name an item, the oldest first. */
export function historyOf (state, kind, name) {
  return state.history.flat().filter(({ targets }) =>
    targets[`${kind}_id`] === name || (kind === 'project' && targets.to_project_id === name))
}

function membersOf ({ members }) {
  return Object.keys(members).sort().map((user) => ({ id: user, email: user, name: '', role: members[user], avatar_url: null }))
}
