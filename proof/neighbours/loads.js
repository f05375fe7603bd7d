import { setTimeout as delay } from 'node:timers/promises'
import { openUnread } from '#proof/harness/neighbour.js'
import { seededId } from '#proof/harness/seed.js'
import { drip, unread } from './slow.js'

/**
 * @typedef {object} Crowd
 * @property {string} url
 * @property {Record<string, string>} headers of the caller who sends the loads
 * @property {(request: { method: string, path: string, body?: any, headers?: Record<string, string> }) => Promise<any>}
 * send returns the body, and records forbidden answers
 * @property {{ group: number, fields: number[], rich: number, entries: number, entry: number }} custom a group with
 * fields of long and rich texts, and one of entries with its field
 * @property {string} hanging a server that never answers
 * @property {number} assets of the account
 * @property {number} rows of an import
 */

/**
 * @typedef {object} Load
 * @property {string} what
 * @property {number} callers who run it concurrently, each again and again
 * @property {(crowd: Crowd, turn: number, signal: AbortSignal) => Promise<unknown>} act
 * @property {number} [least] minimum of repetitions, however long they take
 * @property {(crowd: Crowd) => Promise<unknown>} [after] removes what would disturb the next load
 */

/** As many different words as the index takes of an item, and many more words. */
const TEXT = Array.from({ length: 24_000 }, (_, word) => (word % 20_000 + 36 ** 2).toString(36)).join(' ').slice(0, 99_000)
const EVENT_STREAM = { accept: 'text/event-stream' }
const project = (number) => seededId('project', 1 + number % 10)
/** Far from those that the well-behaved caller reads: the size of its own answers must not change. */
const asset = (assets, number) => seededId('asset', Math.floor(assets / 2) + number % Math.min(1000, assets / 10))
const get = (path) => ({ send }) => send({ method: 'GET', path })
const beginnings = Array.from({ length: 30 }, (_, index) => `-z${String.fromCharCode(97 + index % 26)}*`)

/**
 * The worst use of each documented bound. @type {Load[]}
 */
export const loads = [
  { what: 'searches that find late', callers: 10, act: get('assets?tag=last&sort=created_date') },
  { what: 'searches by title', callers: 10, act: get('assets?tag=last&sort=title') },
  { what: 'searches by relevance', callers: 10, act: get('assets?q=interview&sort=relevance&total=true&facets=tag') },
  {
    what: 'searches with 30 beginnings of words',
    callers: 10,
    act: get(`search?q=${encodeURIComponent(['in*', ...beginnings].join(' '))}`)
  },
  { what: 'lists of large projects', callers: 10, act: ({ send }, turn) => send({ method: 'GET', path: `projects/${project(turn)}/assets` }) },
  {
    what: 'lists that nobody reads',
    callers: 30,
    act: ({ url, headers }, turn, signal) => unread(`${url}/api/v2/projects/${project(turn)}/assets`, headers, signal)
  },
  {
    what: 'streams of changes that nobody reads',
    callers: 60,
    act: ({ url, headers }, _turn, signal) =>
      unread(`${url}/api/v2/changes?include=item`, { ...headers, ...EVENT_STREAM }, signal)
  },
  {
    what: 'streams of changes that are opened and left',
    callers: 60,
    act: async ({ url, headers }, turn) => {
      const stream = await openUnread(`${url}/api/v2/changes?within=${project(turn)}`, { ...headers, ...EVENT_STREAM })
      await delay(50)
      stream.leave()
    }
  },
  { what: 'exports', callers: 10, act: get('export?sort=title') },
  {
    what: 'exports that nobody reads',
    callers: 10,
    act: ({ url, headers }, _turn, signal) => unread(`${url}/api/v2/export`, headers, signal)
  },
  {
    what: 'imports',
    callers: 4,
    act: ({ send, rows }, turn) => send({
      method: 'POST',
      path: 'imports?mode=create',
      headers: { 'content-type': 'text/csv' },
      body: ['title,tags', ...Array.from({ length: rows }, (_, row) => `Imported ${turn} ${row},a|b|c`)].join('\n')
    }),
    after: async ({ send }) => {
      const { imports = [] } = await send({ method: 'GET', path: 'imports' }) ?? {}
      for (const { id, status } of imports) {
        if (status === 'pending' || status === 'running') await send({ method: 'DELETE', path: `imports/${id}` })
      }
    }
  },
  ...[true, false].map((atomic) => ({
    what: `bulks of 1,000 creates, ${atomic ? 'atomic' : 'each for itself'}`,
    callers: 4,
    act: ({ send }) => send({
      method: 'POST',
      path: 'bulk',
      body: {
        atomic,
        operations: Array(1000).fill({ method: 'POST', path: '/api/v2/assets', body: { title: 'Many', tags: ['bulk'] } })
      }
    })
  })),
  {
    what: 'trash and restore of large projects',
    callers: 4,
    act: async ({ send }, turn) => {
      await send({ method: 'POST', path: `projects/${project(turn)}/trash_bin` })
      await send({ method: 'POST', path: `projects/${project(turn)}/restore` })
    }
  },
  {
    what: 'a thousand tags of thousand characters',
    callers: 6,
    act: ({ send, assets }, turn) => send({
      method: 'PUT',
      path: `assets/${asset(assets, turn % 20)}`,
      body: { tags: Array.from({ length: 1000 }, (_, index) => `${turn} ${index} ${'x'.repeat(900)}`), description: TEXT }
    })
  },
  {
    what: 'custom fields of a megabyte',
    callers: 6,
    act: ({ send, assets, custom: { group, fields } }, turn) => send({
      method: 'POST',
      path: `assets/${asset(assets, turn % 20)}/custom_fields/${group}`,
      body: { custom_fields: Object.fromEntries(fields.map((field) => [field, `${turn} ${TEXT}`])) }
    })
  },
  {
    what: 'a thousand entries of custom fields',
    callers: 6,
    act: ({ send, assets, custom: { entries, entry } }, turn) => send({
      method: 'POST',
      path: `assets/${asset(assets, turn % 20)}/custom_fields/${entries}`,
      body: {
        custom_fields: Array.from({ length: 1000 }, (_, index) =>
          ({ cfg_id: index + 1, [entry]: `${turn} ${index}` }))
      }
    })
  },
  {
    what: 'titles of items with megabytes of values',
    callers: 4,
    act: ({ send, assets }, turn) => send({
      method: 'POST',
      path: 'bulk',
      body: {
        operations: Array.from({ length: 20 }, (_, index) =>
          ({ method: 'PUT', path: `/api/v2/assets/${asset(assets, index)}`, body: { title: `${turn}` } }))
      }
    })
  },
  {
    what: 'rich texts of 5,000 tags, 100 deep',
    callers: 6,
    act: ({ send, assets, custom: { group, rich } }, turn) => send({
      method: 'POST',
      path: `assets/${asset(assets, turn % 20)}/custom_fields/${group}`,
      body: { custom_fields: { [rich]: ('<p>'.repeat(99) + turn + '</p>'.repeat(99)).repeat(25) } }
    })
  },
  {
    what: 'bodies of a byte now and then',
    callers: 200,
    act: ({ url, headers }, _turn, signal) => drip(url, headers, signal)
  },
  {
    what: 'events for receivers that hang',
    callers: 6,
    act: async ({ send, hanging }, turn) => {
      if (turn < 20) {
        await send({
          method: 'POST',
          path: 'admin/webhooks',
          body: { name: 'Hangs', http_url: `${hanging}/${turn}`, http_method: 'POST', trigger_events: ['ASSET_ADDED'] }
        })
      }
      await send({ method: 'POST', path: 'assets', body: { title: 'For nobody', description: TEXT } })
    },
    after: async ({ send }) => {
      const { webhooks = [] } = await send({ method: 'GET', path: 'admin/webhooks' }) ?? {}
      for (const { id } of webhooks) await send({ method: 'DELETE', path: `admin/webhooks/${id}` })
    }
  },
  {
    what: 'files from senders that hang',
    callers: 10,
    act: ({ send, assets, hanging }, turn) => send({
      method: 'POST',
      path: `assets/${asset(assets, turn)}/media`,
      body: { file_url: `${hanging}/file`, filename: 'film.mov' }
    })
  }
]
