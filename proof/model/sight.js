import { below, isWithin, show } from './tree.js'

/** Users with the access `projects`. They only read: the projects of which they are members, and what is below. */
export const readers = ['cyn', 'dan', 'eve']

/**
 * What a reader sees at the end.
 * @param {import('./contract.js').State} state
 */
export function expectedOfReader (state, made, reader) {
  /** @type {Record<string, any>} */
  const looks = {}
  const all = Object.keys(state.items)
  const roots = all.filter((name) => reader in (state.items[name].members ?? {}))
  const seen = all.filter((name) => roots.some((root) => isWithin(state, name, root)))
  for (const name of made) {
    const kind = name.slice(0, name.indexOf('-'))
    const isSeen = seen.includes(name)
    looks[`${reader}: ${name}`] = isSeen ? { [kind]: show(state, name) } : { error: `${kind} not found` }
    if (kind !== 'project') continue
    looks[`${reader}: within ${name}`] = isSeen
      ? below(state, name).filter((inner) => state.items[inner].cohort === null).sort()
      : []
  }
  looks[`${reader}: found`] = seen.toSorted()
  looks[`${reader}: trash`] = seen.filter((name) => state.cohorts[state.items[name].cohort]?.root === name).toSorted()
  return looks
}

/** The same from a service. */
export function shownToReader (look, names, made, reader) {
  const results = ({ results }) => results.map((result) => result[result.type].id).sort()
  const owners = `limit=1000&owner=${names.email('ann')}&owner=${names.email('bob')}`
  return [
    ...made.flatMap((name) => {
      const kind = name.slice(0, name.indexOf('-'))
      return [
        look(`${reader}: ${name}`, reader, `${kind}s/${names.idOf(name)}`),
        ...kind === 'project'
          ? [look(`${reader}: within ${name}`, reader, `search?${owners}&within=${names.idOf(name)}`, results)]
          : []
      ]
    }),
    look(`${reader}: found`, reader, `search?${owners}&deleted=any`, results),
    look(`${reader}: trash`, reader, 'trash?limit=1000', ({ trash }) =>
      trash.map((entry) => entry[entry.type].id).sort())
  ]
}
