import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { API_KEY } from './service.js'
import { succeed } from './api.js'
import { eventually } from './waiting.js'

/**
 * @typedef {object} Snapshot everything that a service shows
 * @property {Map<string, any>} items assets and projects, each with its `type` and its `media`
 * @property {Map<string, any>} byTitle the same by title, if titles differ
 * @property {Map<string, string[]>} events the events of each item, in the order of /changes
 * @property {any[]} changes all entries of /changes
 */

/**
 * Reads everything through the API, as a mirror would.
 * @param {string} url
 * @param {{ history?: boolean }} [options] without `history` no events are read
 * @returns {Promise<Snapshot>}
 */
export async function takeSnapshot (url, { history = true } = {}) {
  const items = new Map()
  const byTitle = new Map()
  await readExport(url, (item) => {
    items.set(item.id, item)
    byTitle.set(item.title, item)
  })
  const changes = history ? await readChanges(url) : []
  const events = new Map()
  for (const { event, targets } of changes) {
    const id = event.startsWith('ASSET_') ? targets.asset_id : targets.project_id
    if (id === undefined) continue
    if (!events.has(id)) events.set(id, [])
    events.get(id).push(event)
  }
  return { items, byTitle, events, changes }
}

/** Reads line by line, and keeps only the needed part of each: there may be very many. */
async function readExport (url, add) {
  // A busy service may answer 503 first.
  const answer = await eventually('an export begins', async () => {
    const answer = await fetch(`${url}/api/v2/export?deleted=any`, { headers: { 'x-api-key': API_KEY } })
    if (answer.status === 503) await answer.text()
    return answer.status !== 503 && answer
  })
  if (answer.status !== 200 || answer.body === null) throw new Error(`GET export answered ${answer.status}`)
  const lines = createInterface({ input: Readable.fromWeb(/** @type {any} */ (answer.body)) })
  for await (const line of lines) {
    const { type, media, ...rest } = JSON.parse(line)
    const { id, title, project_id: projectId, deleted } = rest[type]
    const files = media?.map(({ status, checksum }) => ({ status, checksum })) ?? []
    add({ type, id, title, project_id: projectId, deleted, media: files })
  }
}

/**
 * @param {string} url
 * @param {string} [place] the `next` after which they begin. Default: the beginning
 */
export async function readChanges (url, place) {
  const changes = []
  for (let since = place === undefined ? '' : `&since=${place}`; ;) {
    const page = await succeed(url, 'GET', `changes?limit=1000${since}`)
    changes.push(...page.changes.map(({ id, event, targets }) => ({ id, event, targets })))
    since = `&since=${page.next}`
    if (!page.more) return changes
  }
}
