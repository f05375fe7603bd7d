import { request } from 'undici'
import { createNames } from './names.js'
import { requestOf } from './requests.js'
import { groups } from './values.js'

/**
 * A service as the model sees it: by names, and in its own account of users.
 * @typedef {{ label: string, urls: string[], key: string }} Address one database, by the URLs of its processes and the
 * key of an administrator
 */

const CHANGES_WITHIN_MS = 10_000
let keys = 0

/** Sends a request, and gives its status and body. */
export async function send (url, key, { method, path, body }, idempotencyKey) {
  const answer = await request(`${url}/api/v2/${path}`, {
    method,
    headers: {
      'x-api-key': key,
      ...body !== undefined && { 'content-type': 'application/json' },
      ...idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }
    },
    body: body === undefined ? undefined : JSON.stringify(body)
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, body: text === '' ? null : JSON.parse(text) }
}

/** Makes the fields that the model knows. Their ids count from 1, as the service is new. */
export async function makeFields ({ urls: [url], key }) {
  const must = (path, body) => ask(url, key, { method: 'POST', path, body })
  for (const { name, group_type: type, fields } of groups) {
    const { field_group: { id } } = await must('admin/field_groups', { name, group_type: type })
    for (const { isRight: _isRight, ...field } of fields) {
      const body = { dropdown_options: [], searchable: true, read_only: false, ...field }
      await must(`admin/field_groups/${id}/fields`, body)
    }
  }
}

/** Asks for what has to be a success. */
export async function ask (url, key, request) {
  const { status, body } = await send(url, key, { method: 'GET', ...request })
  if (status !== 200 || body?.error !== undefined) {
    throw new Error(`${request.path} answered ${status} ${JSON.stringify(body)}`)
  }
  return body
}

/**
 * A beginning: two users of their own, of whom ann is an administrator, and the place in the changes from which on
 * they count.
 * @param {Address} address
 */
export async function begin ({ urls, key: administrator }, prefix) {
  const [url] = urls
  const users = {}
  const keysOf = {}
  for (const name of ['ann', 'bob']) {
    const body = { email: `${prefix}-${name}@example.com`, admin: name === 'ann' }
    const { user, api_key: { key } } = await ask(url, administrator, { method: 'POST', path: 'admin/users', body })
    users[name] = user
    keysOf[name] = key
  }
  const { next } = await ask(url, keysOf.ann, { path: 'changes?since=now' })
  const names = createNames(users, prefix)

  /** Does a command, through one of the processes, and gives the answer by names. */
  async function perform (command, through = 0) {
    const wanted = requestOf(command, names)
    const key = keysOf[command.by]
    const once = async (idempotencyKey) => {
      const answer = await send(urls[through % urls.length], key, wanted, idempotencyKey)
      learnFrom(command.do === 'again' ? command.command : command, answer.body)
      return { status: answer.status, body: names.toNames(answer.body) }
    }
    if (wanted.twice !== true) return once()
    const idempotencyKey = `${prefix}-${++keys}`
    return { status: 200, body: { first: await once(idempotencyKey), second: await once(idempotencyKey) } }
  }

  function learnFrom ({ do: verb, as, kind, commands }, body) {
    const created = body?.[kind]?.id
    if (verb === 'create' && created !== undefined) names.learn(as, created)
    if (verb === 'bulk') commands.forEach((command, index) => learnFrom(command, body?.results?.[index]?.body))
  }

  return {
    perform,
    names,
    /** Reads something, as one of the two users, and gives it by names. */
    read: async (by, path) => {
      const { status, body } = await send(urls[0], keysOf[by], { method: 'GET', path })
      return { status, body: names.toNames(body) }
    },
    /**
     * What /changes has had of these items: so many entries at least, unless they do not come. What others did right
     * before the beginning may have got its number after it.
     */
    changes: async (count) => {
      const entries = []
      let since = next
      for (const end = Date.now() + CHANGES_WITHIN_MS; Date.now() < end;) {
        const page = await ask(urls[0], keysOf.ann, { path: `changes?limit=1000&wait=1&since=${since}` })
        entries.push(...page.changes.filter(({ targets }) => Object.values(targets).some(names.knows)))
        since = page.next
        if (entries.length >= count && !page.more) break
      }
      return names.toNames(entries)
    }
  }
}

/** @typedef {Awaited<ReturnType<typeof begin>>} Session */
