import { setTimeout as delay } from 'node:timers/promises'
import { median } from '#proof/harness/figures.js'
import { startReceiver } from '../support/receiver.js'
import { figure } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'
import { fillQueues, writeModel } from '#proof/harness/fill.js'
import { eventually } from '#proof/harness/waiting.js'
import { untilDelivered } from '#proof/harness/webhooks.js'
import { addWebhooks, moment, paths, setDisabled } from './setup.js'

const WEBHOOKS = 4
/** Events for each webhook: more than are delivered before the last kill. */
const EVENTS = 50_000
/** Deliveries between two kills. */
const LIFE = 500
/** Deliveries that were under way arrive within this time. */
const ECHO_MS = 200

/** Measures how soon deliveries continue after kill -9 and a restart, in the middle of a backlog. */
export async function run (databases, options) {
  const database = await createMigrated(databases, 'restart')
  const receiver = await startReceiver()
  let server = await startService(database, { name: 'restart' })
  const ids = await addWebhooks(server, paths(receiver, WEBHOOKS))
  await writeModel(server)
  await untilDelivered(server.url)
  await setDisabled(server, ids, true)
  await fillQueues(database, EVENTS)
  await receiver.reset()
  await setDisabled(server, ids, false)

  const rounds = []
  for (let round = 0; round < (options.rounds ?? 5); round++) {
    await eventually('delivery is under way', async () => (await receiver.seen()).count >= LIFE)
    process.kill(server.pid, 'SIGKILL')
    await delay(ECHO_MS)
    await receiver.reset()
    const startedAt = moment()
    server = await startService(database, { name: 'restart' })
    const readyAt = moment()
    await eventually('delivery goes on', async () => (await receiver.seen()).count > 0)
    const { firstAt } = await receiver.seen()
    rounds.push({ sinceStart: firstAt - startedAt, sinceReady: firstAt - readyAt })
    process.stderr.write(`restart, round ${round + 1}: ${figure(firstAt - startedAt)} ms\n`)
  }
  await server.stop()
  const of = (name) => rounds.map((round) => round[name] / 1000)
  return [[
    'From the start after kill -9 to the first delivery, the longest',
    `${figure(Math.max(...of('sinceStart')))} s`,
    `median ${figure(median(of('sinceStart')))} s; ${figure(Math.max(...of('sinceReady')))} s after it answered requests`,
    '≤ 5 s'
  ]]
}
