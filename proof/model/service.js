import { ask, insistently, succeed } from '#proof/harness/api.js'
import { given } from '#proof/harness/failure.js'
import { createNames } from './names.js'
import { requestOf } from './requests.js'
import { readers } from './sight.js'
import { groups } from './values.js'

/**
 * A service as the model uses it: with names in place of ids, and with users of its own.
 * @typedef {{ label: string, urls: string[] }} Address one database, by the URLs of its processes
 */

const CHANGES_WITHIN_MS = 60_000

/** Makes the model's fields. Their ids count from 1, as the service is new. */
export async function makeFields (url) {
  for (const { name, group_type: type, fields } of groups) {
    const { field_group: { id } } = await succeed(url, 'POST', 'admin/field_groups', {
      name, group_type: type
    }, insistently)
    for (const { isRight: _isRight, ...field } of fields) {
      const body = { dropdown_options: [], searchable: true, read_only: false, ...field }
      await succeed(url, 'POST', `admin/field_groups/${id}/fields`, body, insistently)
    }
  }
}

/**
 * Begins a session: new users, of whom ann is an administrator, and the current end of the changes.
 * @param {Address} address
 */
export async function begin ({ urls }, prefix) {
  const url = given(urls[0])
  /** @type {Record<string, { id: number, email: string }>} */
  const users = {}
  /** @type {Record<string, string>} */
  const keysOf = {}
  for (const name of ['ann', 'bob', ...readers]) {
    const access = readers.includes(name) ? 'projects' : 'account'
    const body = { email: `${prefix}-${name}@example.com`, admin: name === 'ann', access }
    const { user, api_key: { key } } = await succeed(url, 'POST', 'admin/users', body, insistently)
    users[name] = user
    keysOf[name] = key
  }
  const { next } = await succeed(url, 'GET', 'changes?since=now', undefined, insistently)
  const names = createNames(users, prefix)

  /** Does a command, through one of the processes, and returns the answer by names. */
  async function perform (command, through = 0) {
    const { method, path, body } = requestOf(command, names)
    const { by, key: idempotencyKey } = command
    /** @type {Record<string, string>} */
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': `${prefix}-${idempotencyKey}` }
    const at = given(urls[through % urls.length])
    const answer = await ask(at, method, path, body, { key: keysOf[by], headers, ...insistently })
    learnFrom(command, answer.body)
    return { status: answer.status, body: names.toNames(answer.body) }
  }

  function learnFrom ({ do: verb, as, kind, commands }, body) {
    const created = body?.[kind]?.id
    if (verb === 'create' && created !== undefined) names.learn(as, created)
    if (verb === 'bulk') commands.forEach((command, index) => learnFrom(command, body?.results?.[index]?.body))
  }

  return {
    perform,
    names,
    /** Reads something as one of the users, and returns it by names. */
    read: async (by, path) => {
      const { status, body } = await ask(url, 'GET', path, undefined, { key: keysOf[by], ...insistently })
      return { status, body: names.toNames(body) }
    },
    /**
     * The changes of these items since the beginning, up to a new item, which followers get last. Changes of others
     * from right before the beginning may have later numbers.
     */
    changes: async () => {
      const { asset: { id: last } } = await succeed(url, 'POST', 'assets', { title: 'The last' }, insistently)
      const entries = []
      let since = next
      const end = Date.now() + CHANGES_WITHIN_MS
      for (let isThere = false; !isThere && Date.now() < end;) {
        const page = await succeed(url, 'GET', `changes?limit=1000&wait=1&since=${since}`, undefined, insistently)
        entries.push(...page.changes.filter(({ targets }) => Object.values(targets).some(names.knows)))
        isThere = page.changes.some(({ targets }) => targets.asset_id === last)
        since = page.next
      }
      return names.toNames(entries)
    }
  }
}

/** @typedef {Awaited<ReturnType<typeof begin>>} Session */
