import { percentile } from '#proof/harness/figures.js'
import { startReceiver } from '../support/receiver.js'
import { figure } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'
import { lonePulses, pulse } from './pulse.js'
import { addWebhooks } from './setup.js'

const LONE = 100
const PER_SECOND = 100

/** Measures the time from a write to the first attempt of its event, without load and under load. */
export async function run (databases, options) {
  const database = await createMigrated(databases, 'latency')
  const receiver = await startReceiver({ trace: true })
  const server = await startService(database, { name: 'latency' })
  const path = '/hook'
  await addWebhooks(server, [receiver.url + path])
  await pulse(server, receiver, { path, perSecond: PER_SECOND, seconds: options.warmup })

  const idle = await lonePulses(server, receiver, { path, count: LONE })
  const busy = await pulse(server, receiver, { path, perSecond: PER_SECOND, seconds: options.seconds * 2 })
  await server.stop()
  return [
    ['From sending a write to its first attempt, idle, p95', ...milliseconds(idle), '< 50 ms'],
    [`the same at ${PER_SECOND} events/s, p95`, ...milliseconds(busy), '< 250 ms']
  ]
}

function milliseconds ({ arrived, answered }) {
  return [
    `${figure(percentile(arrived, 95))} ms`,
    `p50 ${figure(percentile(arrived, 50))} ms of ${figure(arrived.length)}; the write is answered after p50 ${figure(percentile(answered, 50))}, p95 ${figure(percentile(answered, 95))} ms`
  ]
}
