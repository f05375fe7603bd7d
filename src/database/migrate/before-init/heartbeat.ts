import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorMistake } from '../../../errors.js'
import type { Migrating } from '../migrate.js'

const LONGEST_WAIT_MS = 5000
const LOOK_INTERVAL_MS = 200

/** The lease of a worker is three seconds. One that ends much later is from before the clock was set back. */
const countAlive = `SELECT CAST(count(*) AS integer) AS alive FROM workers
  WHERE alive_until > clock_timestamp() AND alive_until <= clock_timestamp() + INTERVAL '4 seconds'`

/**
 * Waits until no process has a heartbeat in the database: one that was killed has none after three seconds. Throws
 * OperatorMistake if one goes on. SQLite needs no such wait, as nobody else has the file open.
 */
export async function requireNoHeartbeat ({ rows }: Migrating): Promise<void> {
  const isAnyAlive = async () => (await rows<{ alive: number }>(countAlive))[0]!.alive > 0
  const end = performance.now() + LONGEST_WAIT_MS
  while (await isAnyAlive()) {
    if (performance.now() > end) {
      throw new OperatorMistake('The database has to be upgraded, and a process of the earlier version is at work on it: stop all its processes first')
    }
    await sleep(LOOK_INTERVAL_MS)
  }
}
