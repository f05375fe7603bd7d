import { TIME } from './difference.js'

const ID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g
const NOBODY = 999_999_999
const SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** The format of each time. */
const times = {
  created_date: SECONDS,
  modification_date: SECONDS,
  time: MILLISECONDS,
  trashed_at: MILLISECONDS,
  purge_at: MILLISECONDS
}

/**
 * Maps the names of the model to a service's ids and back, so that its answers can be compared.
 * @param {Record<string, { id: number, email: string }>} users
 * @param {string} prefix of external ids and e-mail addresses, which are unique in the account
 */
export function createNames (users, prefix) {
  const ids = new Map()
  const names = new Map()
  const userNames = new Map([[NOBODY, 'nobody'], ...Object.entries(users).map(([name, { id }]) => /** @type {const} */ ([id, name]))])
  const userName = (id) => userNames.get(id) ?? `user ${id}`

  function learn (name, id) {
    ids.set(name, id)
    names.set(id, name)
    return id
  }

  /** The id of an item. An unknown name gets an id that does not exist. */
  const idOf = (name) =>
    ids.get(name) ?? learn(name, `01890000-0000-7000-8000-${String(ids.size).padStart(12, '0')}`)

  const inText = (text) => text.replace(ID, (id) => names.get(id) ?? id).replaceAll(`${prefix}-`, '').replace('@example.com', '')
    .replace(/^User (\d+) has/, (_, id) => `User ${userName(Number(id))} has`)
    .replace(/with id (\d+)$/, (_, id) => `with id ${userName(Number(id))}`)

  /** An answer with names in place of ids, and without values that always differ. */
  function toNames (value, key = '') {
    if (Array.isArray(value)) return value.map((element) => toNames(element))
    if (typeof value === 'object' && value !== null) {
      const isEntry = 'severity' in value
      return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => {
        if (isEntry && (name === 'id' || name === 'account' || name === 'time')) return []
        return [[name, name === 'id' && 'role' in value ? userName(inner) : toNames(inner, name)]]
      }))
    }
    if (key === 'user_id') return userName(value)
    if (typeof value !== 'string') return value
    return times[key]?.test(value) ? TIME : inText(value)
  }

  return {
    learn,
    idOf,
    knows: (id) => names.has(id),
    email: (name) => users[name]?.email,
    userId: (name) => users[name]?.id ?? NOBODY,
    externalId: (id) => id === '' ? '' : `${prefix}-${id}`,
    toNames
  }
}
