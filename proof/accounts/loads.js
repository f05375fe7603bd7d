import { setTimeout as delay } from 'node:timers/promises'
import { openUnread } from '#proof/harness/neighbour.js'
import { seededId } from '#proof/harness/seed.js'
import { reviewLoads } from './review-loads.js'
import { roomLoads } from './room-loads.js'

/**
 * What one account can send to burden others. Each of these was found because it stopped the service for seconds.
 * @typedef {Omit<import('../neighbours/loads.js').Load, 'act'> & {
 *   act: (crowd: any, turn: number, signal: AbortSignal) => Promise<unknown>
 *   before?: (crowd: any) => Promise<unknown>
 *   isOfMail?: boolean
 * }} AccountLoad `before` makes what it needs; `isOfMail`: the other account asks for a new password meanwhile
 */

const EVENT_STREAM = { accept: 'text/event-stream' }
const create = (body) => ({ method: 'POST', path: '/api/v2/assets', body })
const bulk = (operations, options = {}) => ({ method: 'POST', path: 'bulk', body: { operations, ...options } })
const asset = (number) => seededId('asset', 1 + number % 1000)
/** A rich text that costs much: with another number each time, a placeholder lets it be cleaned each time. */
const rich = (turn) => `<p>${turn} ${'<b>x</b>'.repeat(1000)}</p>`

async function attach ({ send, senders }, file) {
  const made = await send(create({ title: file }))
  if (made === null) return
  await send({
    method: 'POST', path: `assets/${made.asset.id}/media`, body: { file_url: `${senders}/${file}`, filename: file }
  })
}

/** Webhooks to an address, up to the limit of an account, and events for them. */
function webhooks (what, address, { creates = 1, headers = false } = {}) {
  return {
    what,
    callers: 2,
    act: async (crowd, turn) => {
      if (turn < 100) {
        const made = await crowd.send({
          method: 'POST',
          path: 'admin/webhooks',
          body: { name: 'Many', http_url: address(crowd, turn), http_method: 'POST', trigger_events: ['ASSET_ADDED'] }
        })
        const few = headers && made !== null ? 10 : 0
        for (let number = 0; number < few; number++) {
          await crowd.send({
            method: 'POST',
            path: `admin/webhooks/${made.webhook.id}/headers`,
            body: { name: `x-header-${number}`, value: 'x'.repeat(1500) }
          })
        }
        return
      }
      await crowd.send(bulk(Array(creates).fill(create({ title: 'For all of them' })), { atomic: false }))
    },
    least: 102,
    after: async ({ send }) => {
      const { webhooks: all = [] } = await send({ method: 'GET', path: 'admin/webhooks?limit=1000' }) ?? {}
      for (const { id } of all) await send({ method: 'DELETE', path: `admin/webhooks/${id}` })
    }
  }
}

/** A megabyte of values for one of eight assets. */
function largeValues (turn, { group, fields }) {
  return {
    method: 'POST',
    path: `assets/${asset(turn)}/custom_fields/${group}`,
    body: { custom_fields: Object.fromEntries(fields.map((field) => [field, 'word '.repeat(19_000)])) }
  }
}

/** @type {AccountLoad[]} */
export const loads = [
  {
    what: 'an atomic bulk of long texts by placeholder',
    callers: 2,
    act: ({ send }) => send(bulk([create({ title: 'Long', description: '㌖'.repeat(100_000) }),
      ...Array(300).fill(create({ title: 'x', description: '{{0.asset.description}}' }))], { atomic: true }))
  },
  {
    what: 'dry runs of rich texts by placeholder',
    callers: 2,
    act: ({ send, custom: { group, rich: field } }, turn) => send(bulk([
      create({ title: 'Rich', description: rich(turn) }),
      ...Array.from({ length: 999 }, (_, number) => ({
        method: 'POST',
        path: `/api/v2/assets/${asset(turn)}/custom_fields/${group}`,
        body: { custom_fields: { [field]: `{{0.asset.description}}${number}` } }
      }))
    ], { dry_run: true }))
  },
  webhooks('bulks of 1,000 creates for 100 webhooks', ({ dead }, turn) => `${dead}/${turn}`, { creates: 1000 }),
  webhooks('100 webhooks to a receiver that never answers', ({ hanging }, turn) => `${hanging}/${turn}`),
  webhooks('100 webhooks to names that nobody resolves', (_crowd, turn) => `http://silent-${turn}.invalid/`),
  webhooks('100 webhooks with 15 KB of headers, refused', ({ dead }, turn) => `${dead}/${turn}`, { headers: true }),
  {
    what: 'megabytes of values, and changes with their items',
    callers: 8,
    act: async ({ send, custom }, turn) => {
      if (turn < 8) await send(largeValues(turn, custom))
      else if (turn % 8 === 0) {
        await send({ method: 'PUT', path: `assets/${asset(turn % 8)}`, body: { title: `${turn}` } })
      } else await send({ method: 'GET', path: 'changes?include=item&limit=1000' })
    }
  },
  { what: 'a file of 316 bytes for an exponential pattern', callers: 2, act: (crowd) => attach(crowd, 'comments.bin') },
  { what: 'a sound with a title of 400,000 characters', callers: 2, act: (crowd) => attach(crowd, 'sound.wav') },
  {
    what: 'large bulks with an Idempotency-Key',
    callers: 2,
    act: async ({ send }, turn) => {
      const id = asset(turn)
      await send({ method: 'PUT', path: `assets/${id}`, body: { description: 'x'.repeat(30_000) } })
      await send({
        ...bulk(Array(1000).fill({ method: 'PUT', path: `/api/v2/assets/${id}`, body: { title: `${turn}` } })),
        headers: { 'idempotency-key': `load-${turn}` }
      })
    }
  },
  {
    what: 'slow files of 60 users',
    callers: 60,
    act: async (crowd, turn) => {
      await attach({ ...crowd, send: crowd.as(turn % 60) }, 'slow.bin')
      await delay(500)
    }
  },
  {
    what: 'the path of a project 1,000 deep',
    callers: 4,
    act: ({ send, deep }) => send({ method: 'GET', path: `projects/${deep}/path` })
  },
  {
    what: 'imports with a cell of eight megabytes',
    callers: 2,
    act: ({ send }) => send({
      method: 'POST',
      path: 'imports?mode=create',
      headers: { 'content-type': 'text/csv' },
      body: `title,tags\n${`x,${'a|'.repeat(4_000_000)}\n`}`
    }),
    after: async ({ send }) => {
      const { imports = [] } = await send({ method: 'GET', path: 'imports' }) ?? {}
      for (const { id, status } of imports) {
        if (status === 'pending' || status === 'running') await send({ method: 'DELETE', path: `imports/${id}` })
      }
    }
  },
  {
    what: 'comments on an item with a megabyte of values',
    callers: 4,
    act: async ({ send, custom }, turn) => {
      if (turn < 8) await send(largeValues(turn, custom))
      else await send({ method: 'POST', path: `assets/${asset(turn % 8)}/comments`, body: { text: 'x'.repeat(10_000) } })
    }
  },
  {
    what: 'exports and changes with their items, and comments on them',
    callers: 4,
    act: ({ send }, turn) => send([
      { method: 'GET', path: 'export?media_type=placeholder' },
      { method: 'GET', path: 'changes?include=item&limit=1000' },
      { method: 'POST', path: `assets/${asset(turn % 32)}/comments`, body: { text: 'x'.repeat(10_000) } }
    ][turn % 3])
  },
  {
    what: '1,000 assets into a collection, and out of it',
    callers: 2,
    act: async ({ send }, turn) => {
      const made = await send({ method: 'POST', path: 'collections', body: { title: `${turn}`, public: true } })
      if (made === null) return
      const path = `collections/${made.collection.id}`
      const ids = { asset_ids: Array.from({ length: 1000 }, (_, number) => asset(number)) }
      await send({ method: 'POST', path: `${path}/assets`, body: ids })
      await send({ method: 'DELETE', path: `${path}/assets`, body: ids })
      await send({ method: 'DELETE', path })
    }
  },
  { what: 'exports as CSV, with 2,000 columns', callers: 4, act: ({ send }) => send({ method: 'GET', path: 'export?format=csv' }) },
  {
    what: 'streams of an empty project, opened and left',
    callers: 500,
    act: async ({ url, headers, empty }, _turn, signal) => {
      const stream = await openUnread(`${url}/api/v2/changes?within=${empty}`, { ...headers, ...EVENT_STREAM })
        .catch(() => null)
      await delay(2000, null, { signal }).catch(() => {})
      stream?.leave()
    }
  },
  ...roomLoads,
  ...reviewLoads
]
