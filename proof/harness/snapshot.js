import { API_KEY } from './service.js'
import { succeed } from './api.js'

/**
 * @typedef {object} Snapshot what a service shows of everything
 * @property {Map<string, any>} items assets and projects as they are, each with its `type` and its `media`
 * @property {Map<string, any>} byTitle the same, where titles differ
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
  for (const item of await readExport(url)) {
    items.set(item.id, item)
    byTitle.set(item.title, item)
  }
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

async function readExport (url) {
  const answer = await fetch(`${url}/api/v2/export?deleted=any`, { headers: { 'x-api-key': API_KEY } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`GET export answered ${answer.status} ${text.slice(0, 300)}`)
  return text.split('\n').filter(Boolean).map((line) => {
    const { type, ...rest } = JSON.parse(line)
    return { type, ...rest[type], media: rest.media }
  })
}

async function readChanges (url) {
  const changes = []
  for (let since = ''; ;) {
    const page = await succeed(url, 'GET', `changes?limit=1000${since}`)
    changes.push(...page.changes)
    since = `&since=${page.next}`
    if (!page.more) return changes
  }
}
