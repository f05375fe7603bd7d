import { resolve } from 'node:path'
import { openDatabases } from '../support/databases.js'
import { ensure } from '#proof/harness/failure.js'
import { drive, headers } from '../support/load.js'
import { readProfile } from '../support/profile.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, publish } from '../support/report.js'
import { checkOnce } from '../support/scenarios.js'
import { seed } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }
const SHOWN = 20

/**
 * Profiles the service in one scenario, after its warm-up.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  const { warmup, seconds } = options
  ensure(options.profile !== undefined, '--profile names the scenario')
  const scenario = options.profile
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const database = await createMigrated(databases, 'profile')
  await seed(database, LAYOUT)
  const server = await startService(database, { profiled: true })
  await checkOnce(server, scenario, LAYOUT, headers)
  if (warmup > 0) await drive(server, scenario, { ...options, seconds: warmup, layout: LAYOUT })
  const file = resolve(`cutroom-${scenario.name}-${databases.kind}.cpuprofile`)
  await server.profile(file, () => drive(server, scenario, { ...options, layout: LAYOUT }))
  await server.stop()
  const functions = await readProfile(file)
  const share = (part) => `${(part * 100).toFixed(1)} %`
  await publish({
    title: `${scenario.title}: where the processor time goes, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${options.connections} connections`,
    table: table(['function', 'file', 'itself', 'with what it calls'],
      functions.slice(0, SHOWN).map(({ name, place, own, total }) => [name, place, share(own), share(total)])),
    notes: [machine, `Of the time in which the main thread was busy, in ${seconds} s. What a database's driver does in C++ counts for the function that calls it, or as (program).`, `The profile: ${file} (Chrome's DevTools and editors open it).`],
    figures: { functions: functions.slice(0, SHOWN) }
  }, options)
}
