import { setTimeout as delay } from 'node:timers/promises'
import { ask, succeed } from '#proof/harness/api.js'
import { shorten } from '#proof/harness/book.js'
import { closeLater } from '#proof/harness/closing.js'
import { startReceiver } from '#proof/harness/receiver.js'
import { startService } from '#proof/harness/service.js'
import { eventually } from '#proof/harness/waiting.js'
import { firstAnswer } from './first-answer.js'

const AGENTS = 3
const QUEUE = 'speech'
/** What a program is told when there is nothing more to do for it. */
const OVER = [200, 401, 409]
const PAUSE_MS = 50
const LONGEST_LIFE_MS = 1500
const LONGEST_PAUSE_MS = 300

/**
 * Kills the service, the receiver of steps and an agent in turn, while runs of three steps are done. In the end each
 * run has begun once and ended once, and what a step writes is written once.
 * @param {import('../../context.js').Context} context
 * @param {{ kills: number, runs: number }} sizes
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function run ({ createDatabase, folder, random, say }, { kills, runs }) {
  const database = await createDatabase()
  const settings = { WEBHOOK_RETRY_DELAYS: '0.1,0.2,0.5,1,1,1,1,1,1,1,1,1,1,1,1,1' }
  const start = () => startService({ databaseUrl: database.url, folder, settings })
  let service = await start()
  const ending = new AbortController()
  const answerMs = []

  /** Sends until something answers: the service may be down. */
  async function insist (method, path, body, options) {
    for (;;) {
      const reply = await ask(service.url, method, path, body, options).catch(() => null)
      if (reply !== null && reply.status < 500) return reply
      await delay(PAUSE_MS)
    }
  }

  const authorized = (token) => ({ headers: { authorization: `Bearer ${token}` } })

  async function complete (token, run, step) {
    const path = `/api/v2/assets/${run.asset_id}`
    const operations = [
      { method: 'POST', path: `${path}/comments`, body: { text: `${run.id} ${step}` } },
      { method: 'PUT', path, body: { tags: [step] } }
    ]
    const report = { status: 'completed', result: { by: step }, operations }
    const { status, body } = await insist('POST', 'run', report, authorized(token))
    if (!OVER.includes(status) || body?.committed === false) broken.push(`a report is answered ${status} ${JSON.stringify(body)}`)
  }

  const broken = []
  let isReceiving = true
  const receiver = await startReceiver(({ body, headers }, response) => {
    if (!isReceiving) return response.destroy()
    response.end('ok')
    if (body.data.step.name === 'first') complete(headers['webhook-run-token'], body.data.run, 'first')
  }, { keep: false })
  closeLater(receiver.close)

  /** Agents that forget what they have claimed. */
  let forgetting = 0
  async function work () {
    while (!ending.signal.aborted) {
      const { body } = await insist('POST', 'runs/claims', { queues: [QUEUE], wait: 1 })
      const claim = body?.claim
      if (claim == null) continue
      await insist('POST', 'run', { progress: 0.5, message: 'half' }, authorized(claim.token))
      if (forgetting > 0) forgetting--
      else await complete(claim.token, claim.run, claim.step.name)
    }
  }
  const working = Array.from({ length: AGENTS }, work)

  const { webhook } = await succeed(service.url, 'POST', 'admin/webhooks', {
    name: 'Steps', http_url: receiver.url, http_method: 'POST', trigger_events: []
  })
  const { action } = await succeed(service.url, 'POST', 'admin/actions', {
    name: 'Three steps',
    parallel: 20,
    steps: [
      { name: 'first', webhook_id: webhook.id },
      { name: 'second', after: ['first'], queue: QUEUE, heartbeat: 10, attempts: 10 },
      { name: 'third', after: ['second'], webhook_id: webhook.id, report: false }
    ]
  })
  /** @type {string[]} */
  const assets = []
  for (let index = 0; index < runs; index++) {
    assets.push((await succeed(service.url, 'POST', 'assets', { title: `item ${index}` })).asset.id)
  }
  const started = []
  for (const part of parts(assets, kills)) {
    const key = { 'idempotency-key': `start ${started.length}` }
    started.push(insist('POST', `actions/${action.id}/runs`, { asset_ids: part }, { headers: key }))
    await delay(random.below(LONGEST_LIFE_MS))
    if (started.length % 3 === 0) forgetting++
    else if (started.length % 3 === 1) {
      await service.stop('SIGKILL')
      service = await start()
      answerMs.push(await firstAnswer(service))
    } else {
      isReceiving = false
      await delay(random.below(LONGEST_PAUSE_MS))
      isReceiving = true
    }
    say(`kill ${started.length} of ${kills}`)
  }
  await Promise.all(started)
  const count = async (what) => Number((await database.query(`SELECT count(*) AS count FROM ${what}`))[0].count)
  await eventually('all runs are over', async () => await count("action_runs WHERE status IN ('waiting', 'running')") === 0)
  ending.abort()
  await Promise.all(working)

  if (await count('action_runs') !== runs) broken.push(`${await count('action_runs')} runs of ${runs}`)
  for (const id of assets) broken.push(...await checkAsset(service.url, id))
  broken.push(...await checkChanges(service.url, runs))
  return [{
    what: 'kill -9 of service, receiver and agent while runs are done',
    times: kills,
    acknowledged: runs,
    broken: shorten(broken),
    answerMs,
    figures: { 'runs that failed': await count("action_runs WHERE status = 'failed'") }
  }]
}

/** @param {readonly string[]} all @param {number} count */
function parts (all, count) {
  const size = Math.ceil(all.length / count)
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

async function checkAsset (url, id) {
  const { history } = await succeed(url, 'GET', `assets/${id}/history`)
  const broken = ['STARTED', 'COMPLETED'].flatMap((what) => {
    const { length } = history.filter(({ event }) => event === `${what}_DAG_ACTION_RUN`)
    return length === 1 ? [] : [`asset ${id} has ${what} ${length} times`]
  })
  const { runs: [{ id: runId }] } = await succeed(url, 'GET', `runs?asset_id=${id}`)
  const { steps } = await succeed(url, 'GET', `runs/${runId}`)
  const { comments } = await succeed(url, 'GET', `assets/${id}/comments`)
  const texts = comments.map(({ text }) => text).sort()
  const expected = steps.filter(({ status, result }) => status === 'completed' && result !== null)
    .map(({ name }) => `${runId} ${name}`).sort()
  if (texts.join() !== expected.join()) broken.push(`asset ${id} has the comments ${texts} and not ${expected}`)
  return broken
}

async function checkChanges (url, runs) {
  const counts = { STARTED_DAG_ACTION_RUN: 0, COMPLETED_DAG_ACTION_RUN: 0 }
  for (let since; ;) {
    const page = await succeed(url, 'GET', `changes?limit=1000${since === undefined ? '' : `&since=${since}`}`)
    for (const { event } of page.changes) if (event in counts) counts[event]++
    since = page.next
    if (!page.more) break
  }
  return Object.entries(counts).flatMap(([event, count]) => count === runs ? [] : [`/changes has ${event} ${count} times`])
}
