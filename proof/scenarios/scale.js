import { join } from 'node:path'
import { ask, succeed, untilIndexed } from '#proof/harness/api.js'
import { closeLater } from '#proof/harness/closing.js'
import { median } from '#proof/harness/figures.js'
import { fillQueues } from '#proof/harness/fill.js'
import { lacksProcessStatus } from '#proof/harness/process-status.js'
import { createRandom } from '#proof/harness/random.js'
import { startReceiver } from '#proof/harness/receiver.js'
import { seed, seedAdministrator, seededId, seedEdits } from '#proof/harness/seed.js'
import { API_KEY, runProgram, startService } from '#proof/harness/service.js'
import { eventually } from '#proof/harness/waiting.js'
import { addWebhook, untilDelivered } from '#proof/harness/webhooks.js'
import { run as runArrivals } from './scale/arrivals.js'
import { leaveToUpgrade, makeLastRelease } from './scale/release.js'
import { requestsOf } from './scale/requests.js'

export const name = 'scale'
export const description = 'the cost of requests, an upgrade, a start, a backup and looking at drop folders with very many rows'

const FEW = 1000
/** Ranking and counting use at most this many hits: their cost with fewer says nothing. */
const HITS = 10_000
const ASSETS_PER_PROJECT = 100
const EDITS_PER_ASSET = 9
/** Assets per webhook. Each webhook watches a project. */
const ASSETS_PER_WEBHOOK = 1000
const PATIENCE_MS = 60 * 60_000

/** @param {import('../options.js').Options} options */
export function steps ({ databases, size, quick }) {
  const sizes = { files: size, seconds: quick ? 3 : 60 }
  return databases.flatMap((database) => [
    { name: `${size} assets beside ${FEW}`, database, run },
    {
      name: `${size} files that are in`, database, needs: lacksProcessStatus, run: (context) => runArrivals(context, sizes)
    }
  ])
}

/**
 * @param {import('../context.js').Context} context
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run (context) {
  const { options: { size, quick }, seed: number } = context
  const few = await build(context, FEW)
  const hits = size > HITS ? await build(context, HITS) : few
  const many = await build(context, size)
  /** @type {string[]} */
  const broken = []
  /** @type {Record<string, string>} */
  const figures = {
    'start that upgrades': `${seconds(few.upgradeMs)}, ${seconds(many.upgradeMs)} s`,
    'search again after it': `${seconds(few.indexMs)}, ${seconds(many.indexMs)} s`
  }
  const random = createRandom(number)
  for (const request of requestsOf(random)) {
    const subjects = [request.countsHits ? hits : few, many]
    const [before = NaN, after = NaN] = await time(subjects, request, quick ? 8 : 300, broken)
    figures[request.name] = `${before.toFixed(1)}, ${after.toFixed(1)} ms (${(after / before).toFixed(2)})`
  }
  context.say('requests are measured')
  const { deliveries } = many
  // One webhook has something to deliver at any moment.
  await succeed(many.service.url, 'POST', `admin/webhooks/${many.webhooks[0]}`, { disabled: false })
  await many.service.stop('SIGKILL')
  const delivered = deliveries.length
  many.service = await many.start()
  await succeed(many.service.url, 'GET', `assets/${seededId('asset', 1)}`)
  const answerMs = performance.now() - many.service.startedAt
  const first = await eventually('the first delivery', () => deliveries[delivered], PATIENCE_MS)
  const deliveryMs = first - many.service.startedAt
  if (many.database.kind === 'sqlite') figures.backup = `${seconds(await backUp(many, broken))} s`
  for (const { service } of new Set([few, hits, many])) {
    const { code } = await service.stop()
    if (code !== 0) broken.push(`the service, asked to stop, ended with ${code}`)
  }
  return [{
    what: `${size.toLocaleString('en-US')} assets, median beside that with ${FEW.toLocaleString('en-US')}`,
    times: 1,
    broken,
    answerMs: [answerMs],
    deliveryMs: [deliveryMs],
    figures
  }]
}

const seconds = (ms) => (ms / 1000).toFixed(1)

/**
 * A service with `assets` assets, ten entries of history each, and projects in trees. It has upgraded the database from
 * the last release, and has webhooks and deliveries.
 */
async function build ({ createDatabase, folder, say }, assets) {
  const begun = performance.now()
  const database = await createDatabase()
  const start = () => startService({ databaseUrl: database.url, folder: join(folder, String(assets)) })
  await makeLastRelease(database, folder)
  await seedAdministrator(database, API_KEY)
  const layout = {
    projects: Math.ceil(assets / ASSETS_PER_PROJECT), assetsPerProject: ASSETS_PER_PROJECT, projectsPerTree: 100
  }
  await seed(database, layout)
  await seedEdits(database, layout, EDITS_PER_ASSET)
  await leaveToUpgrade(database)
  await database.settle()
  say(`${assets} assets and ${assets * (1 + EDITS_PER_ASSET)} entries of history are there`)

  const service = await start()
  const upgradeMs = performance.now() - service.startedAt
  await untilIndexed(service.url)
  const indexMs = performance.now() - service.startedAt
  /**
   * Arrival times. @type {number[]}
   */
  const deliveries = []
  const receiver = await startReceiver((request, response) => {
    deliveries.push(request.at)
    response.end('ok')
  }, { keep: false })
  closeLater(receiver.close)
  const webhooks = []
  for (let made = 1; made <= Math.ceil(assets / ASSETS_PER_WEBHOOK); made++) {
    const { id } = await addWebhook(service.url, `project ${made}`, receiver.url, {
      project_id: seededId('project', made)
    })
    webhooks.push(id)
  }
  // All deliveries copy one that the service has written.
  await succeed(service.url, 'PUT', `assets/${seededId('asset', 1)}`, { title: 'Interview 0' })
  await untilDelivered(service.url)
  for (const id of webhooks) await succeed(service.url, 'POST', `admin/webhooks/${id}`, { disabled: true })
  await fillQueues(database, Math.ceil(assets / webhooks.length))
  say(`${assets} assets are ready after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return { database, service, start, upgradeMs, indexMs, deliveries, webhooks, layout, folder }
}

/**
 * The medians of a request to each of the services, which are asked in turn.
 * @param {Array<Awaited<ReturnType<typeof build>>>} subjects
 * @param {import('./scale/requests.js').Measured} request
 * @param {number} count
 * @param {string[]} broken
 */
async function time (subjects, { name, method, path, body }, count, broken) {
  /** @type {number[][]} */
  const times = subjects.map(() => [])
  for (let turn = 0; turn < count; turn++) {
    for (const [index, { service, layout }] of subjects.entries()) {
      const asked = path(layout, turn)
      const sentAt = performance.now()
      const { status } = await ask(service.url, method, asked, body?.(turn))
      times[index]?.push(performance.now() - sentAt)
      if (status !== 200 && status !== 503) broken.push(`${name}: ${method} ${asked} answered ${status}`)
    }
  }
  return times.map(median)
}

/** The milliseconds of a backup while the service runs. */
async function backUp ({ database, folder }, broken) {
  const begun = performance.now()
  const { code, stderr } = await runProgram('src/cli/main.js', {
    parameters: ['backup', '--to', join(folder, 'backup.db')],
    environment: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
    folder
  })
  const elapsed = performance.now() - begun
  if (code !== 0) broken.push(`backup ended with ${code}: ${stderr}`)
  return elapsed
}
