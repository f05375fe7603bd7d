import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../support/call.js'
import { ensure } from '#proof/harness/failure.js'
import { percentile } from '#proof/harness/figures.js'
import { watchResident } from '#proof/harness/process-status.js'
import { ratePerSecond, startReceiver } from '../support/receiver.js'
import { figure } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'
import { fillQueues, writeModel } from '#proof/harness/fill.js'
import { untilDelivered } from '#proof/harness/webhooks.js'
import { addWebhooks, moment, paths, setDisabled } from './setup.js'

const WEBHOOKS = 10
/** As many as are delivered in the time, so that both are busy until its end. */
const FEW = 100_000
const LISTINGS = 20

/** Measures the memory of the process while it delivers with very many deliveries pending, beside with few. */
export async function run (databases, options) {
  ensure(existsSync('/proc/self/status'), 'pending reads /proc, which is not here')
  const seconds = options.seconds * 6
  const few = await watch(databases, 'few', FEW, { ...options, seconds })
  const many = await watch(databases, 'many', options.pending, { ...options, seconds })
  const name = (count) => `${figure(count)} pending`
  return [
    [`Memory while delivering for ${seconds} s with ${name(options.pending)}, peak`, `${figure(many.peak)} MiB`,
      `${figure(few.peak)} MiB with ${name(FEW)}`, 'flat'],
    ['the same in its second half, beside its first', `${figure(many.late)} MiB`,
      `${figure(many.early)} MiB; ${figure(many.rate)} attempts/s meanwhile`, 'flat'],
    [`List ${WEBHOOKS} webhooks meanwhile, p50`, `${figure(many.listingMs)} ms`,
      `${figure(few.listingMs)} ms with ${name(FEW)}`, 'the same']
  ]
}

async function watch (databases, name, pending, options) {
  const database = await createMigrated(databases, `pending-${name}`)
  const receiver = await startReceiver()
  const server = await startService(database, { name: `pending-${name}` })
  const ids = await addWebhooks(server, paths(receiver, WEBHOOKS))
  await writeModel(server)
  await untilDelivered(server.url)
  await setDisabled(server, ids, true)
  await fillQueues(database, Math.ceil(pending / WEBHOOKS))
  await receiver.reset()
  await setDisabled(server, ids, false)

  /** @type {number[]} */
  const listings = []
  const watchHalf = async () => {
    const resident = watchResident(server.pid)
    for (let count = 0; count < LISTINGS; count++) {
      await delay(options.seconds / 2 * 1000 / LISTINGS)
      const start = moment()
      await call(server, 'GET', 'admin/webhooks')
      listings.push(moment() - start)
    }
    return resident.stop()
  }
  const early = await watchHalf()
  const late = await watchHalf()
  const seen = await receiver.seen()
  await server.stop()
  process.stderr.write(`pending, ${name}: ${figure(Math.max(early, late))} MiB, ${figure(seen.count)} delivered\n`)
  return { peak: Math.max(early, late), early, late, rate: ratePerSecond(seen), listingMs: percentile(listings, 50) }
}
