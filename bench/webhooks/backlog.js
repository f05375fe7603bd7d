import { processorMicroseconds } from '#proof/harness/process-status.js'
import { median } from '#proof/harness/figures.js'
import { ratePerSecond, startReceiver } from '../support/receiver.js'
import { figure, spreadOf } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'
import { postBare } from './bare.js'
import { fillQueues, readBody, writeModel } from '#proof/harness/fill.js'
import { untilDelivered } from '#proof/harness/webhooks.js'
import { addWebhooks, paths, setDisabled } from './setup.js'

const WEBHOOKS = 4
const EVENTS = 5000
/** Concurrent posts of the bare loop to each URL. */
const AT_ONCE = 8

/** Measures how fast a backlog is delivered, compared with a loop that only posts the same bytes. */
export async function run (databases, options) {
  const database = await createMigrated(databases, 'backlog')
  const receiver = await startReceiver()
  const urls = paths(receiver, WEBHOOKS)
  const server = await startService(database, { name: 'backlog' })
  const ids = await addWebhooks(server, urls)
  await writeModel(server)
  await untilDelivered(server.url)
  const body = await readBody(database)

  const rounds = []
  // The first round is the warm-up of both.
  for (let round = 0; round <= (options.rounds ?? 3); round++) {
    const service = await deliver({ database, receiver, server, ids })
    await receiver.reset()
    await postBare(urls, { body, count: EVENTS, atOnce: AT_ONCE })
    const bare = ratePerSecond(await receiver.seen())
    if (round > 0) rounds.push({ ...service, bare, share: service.rate / bare })
    process.stderr.write(`backlog, round ${round}: ${figure(service.rate)}/s, bare ${figure(bare)}/s\n`)
  }
  await server.stop()

  const of = (name) => rounds.map((round) => round[name])
  return [
    [`${WEBHOOKS} webhooks with a backlog of ${figure(EVENTS)} each, signed`,
      `${figure(median(of('rate')))} attempts/s`,
      `CPU ${figure(median(of('processorUs')))} µs each; ${figure(Math.max(...of('disordered')))} out of order`,
      '≥ 1,000/s'],
    ['the same by the bare loop', `${figure(median(of('bare')))} posts/s`,
      `the service has ${spreadOf(median(of('share')), of('share'))} of it`, '≥ 0.33']
  ]
}

/** Delivers one backlog. */
async function deliver ({ database, receiver, server, ids }) {
  await setDisabled(server, ids, true)
  await fillQueues(database, EVENTS)
  await receiver.reset()
  const before = processorMicroseconds(server.pid)
  await setDisabled(server, ids, false)
  await untilDelivered(server.url)
  const seen = await receiver.seen()
  return {
    rate: ratePerSecond(seen),
    disordered: seen.disordered,
    processorUs: (processorMicroseconds(server.pid) - before) / seen.count
  }
}
