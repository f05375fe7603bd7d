import { setTimeout as delay } from 'node:timers/promises'
import { succeed, untilIndexed } from '#proof/harness/api.js'
import { closeLater } from '#proof/harness/closing.js'
import { shorten } from '#proof/harness/book.js'
import { given } from '#proof/harness/failure.js'
import { fillCrowd } from '#proof/harness/crowd.js'
import { startNeighbour } from '#proof/harness/neighbour.js'
import { lacksProcessStatus } from '#proof/harness/process-status.js'
import { startReceiver } from '#proof/harness/receiver.js'
import { API_KEY, startService } from '#proof/harness/service.js'
import { files, loads, SLOW_PIECE } from '../accounts/loads.js'
import { PICTURE } from '../accounts/files.js'
import { probe } from '../accounts/probes.js'
import { burden, openLoads } from '../neighbours/press.js'

export const name = 'accounts'
export const description = 'what one account does to burden the service, beside another account that behaves'

const SIZE = { assets: 63_000, forMs: 8000, aloneMs: 5000, depth: 1000 }
const SIZE_IN_QUICK = { assets: 3000, forMs: 500, aloneMs: 500, depth: 50 }
const USERS = 60
const FIELDS = 9
const BESIDE = 'beside@example.com'

/** @param {import('../options.js').Options} options */
export function steps ({ quick, databases }) {
  const size = quick ? SIZE_IN_QUICK : SIZE
  return databases.map((database) => ({
    name: 'an account that behaves', database, needs: lacksProcessStatus, run: (context) => run(context, size)
  }))
}

/**
 * @param {import('../context.js').Context} context
 * @param {typeof SIZE} size
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run ({ createDatabase, folder, say }, { assets, forMs, aloneMs, depth }) {
  const { url: databaseUrl, ...database } = await createDatabase()
  const start = () => startService({ databaseUrl, folder })
  const first = await start()
  const { api_key: { key } } = await succeed(first.url, 'POST', 'admin/users', { email: BESIDE, admin: true })
  await first.stop()
  await fillCrowd(database, { assets })
  await moveToOwnAccount(database)
  const service = await start()
  const { url } = service
  await untilIndexed(url)

  const broken = []
  const senders = await startSenders()
  const crowd = await createCrowd(url, { senders, depth, assets }, broken)
  const receiver = await startReceiver()
  closeLater(receiver.close)
  const beside = { url, key, receiver, senders }
  const { during } = startNeighbour(url, { 'x-api-key': key }, await requestsOf(beside))
  const measure = async (work) => {
    const over = new AbortController()
    const probing = probe(beside, over.signal)
    const requests = await during(work)
    over.abort()
    return { ...requests, ...await probing }
  }
  await measure(() => delay(aloneMs))
  const alone = await measure(() => delay(aloneMs))
  const results = []
  for (const load of loads) {
    const { times, felt, memory } = await burden(load, crowd, { pid: service.pid, forMs, measure })
    const figures = {
      'longest read alone, ms': Math.round(alone.longest),
      'read beside': Math.round(felt.longest),
      'p99 beside': Math.round(felt.p99),
      'write alone': Math.round(alone.longestWrite),
      'write beside': Math.round(felt.longestWrite),
      'delivery alone, s': seconds(alone.delivery),
      'delivery beside': seconds(felt.delivery),
      'file alone, s': seconds(alone.file),
      'file beside': seconds(felt.file),
      'search alone, s': seconds(alone.search),
      'search beside': seconds(felt.search),
      refused: felt.refused,
      ...memory
    }
    say(`${load.what}: ${times} times; ${JSON.stringify(figures)}`)
    results.push({ what: load.what, times, broken: shorten([...broken.splice(0), ...felt.wrong], 3), figures })
  }
  const { code } = await service.stop()
  if (code !== 0) results.push({ what: 'the end', times: 1, broken: [`the service, asked to stop, ended with ${code}`] })
  return results
}

const seconds = (ms) => Math.round(ms / 10) / 100

/** The service makes no second account by itself. */
async function moveToOwnAccount ({ kind, execute }) {
  const now = kind === 'sqlite' ? "'2026-01-01T00:00:00.000+00:00'" : 'now()'
  await execute(`
    INSERT INTO accounts (name, created_at) VALUES ('beside', ${now});
    UPDATE users SET account_id = (SELECT id FROM accounts WHERE name = 'beside') WHERE email = '${BESIDE}'`)
}

/** The requests of the well-behaved account, which has a webhook, a project and a hundred assets. */
async function requestsOf ({ url, key, receiver }) {
  const add = (path, body) => succeed(url, 'POST', path, body, { key })
  const { project } = await add('projects', { title: 'Spring' })
  await add('admin/webhooks', {
    name: 'Mine', http_url: `${receiver.url}/`, http_method: 'POST', trigger_events: ['ASSET_ADDED']
  })
  const rounds = []
  for (let number = 0; number < 100; number++) {
    const { asset } = await add('assets', { title: `Interview ${number}`, tags: ['interview'] })
    rounds.push([`assets/${asset.id}`, 'search?q=interview&limit=10', 'changes?limit=10', `projects/${project.id}/assets`, {
      method: 'PUT', path: `assets/${asset.id}`, body: { title: `Interview ${number}, once more` }
    }])
  }
  return rounds
}

/** Senders of files, each by its name. A slow file comes at a kilobyte a second. */
async function startSenders () {
  const { url, close } = await startReceiver(({ path }, response) => {
    const file = { ...files, 'picture.png': PICTURE }[path.slice(1)]
    if (file === undefined) response.writeHead(404).end()
    else if (file !== null) response.end(file)
    else {
      const timer = setInterval(() => response.write(SLOW_PIECE), 1000)
      response.on('close', () => clearInterval(timer))
    }
  }, { keep: false })
  closeLater(close)
  return url
}

async function createCrowd (url, { senders, depth, assets }, broken) {
  const headers = { 'x-api-key': API_KEY }
  const { send, hanging } = await openLoads(url, headers, broken)
  const add = (path, body) => succeed(url, 'POST', path, body)
  const group = (await add('admin/field_groups', { name: 'Notes', group_type: 'complex' })).field_group.id
  const addField = async (type) => (await add(`admin/field_groups/${group}/fields`, {
    name: type, field_type: type, dropdown_options: [], searchable: true, read_only: false
  })).field.id
  const fields = []
  for (let count = 0; count < FIELDS; count++) fields.push(await addField('textarea'))
  const rich = await addField('rich_text')
  const dead = await startReceiver((_request, response) => { response.writeHead(500).end() }, { keep: false })
  closeLater(dead.close)
  const keys = []
  for (let number = 0; number < USERS; number++) {
    keys.push((await add('admin/users', { email: `user${number}@example.com` })).api_key.key)
  }
  const senderOf = await Promise.all(keys.map((key) => openLoads(url, { 'x-api-key': key }, broken)))
  let deep = (await add('projects', { title: 'Top' })).project.id
  const empty = (await add('projects', { title: 'Empty' })).project.id
  for (let level = 1; level < depth; level++) {
    const { project } = await add('projects', { title: `Level ${level}` })
    await add(`projects/${project.id}/assign`, { to_project_id: deep })
    deep = project.id
  }
  return {
    url,
    headers,
    send,
    hanging,
    senders,
    dead: dead.url,
    deep,
    empty,
    as: (number) => given(senderOf[number]).send,
    assets,
    rows: 0,
    custom: { group, fields, rich, entries: 0, entry: 0 }
  }
}
