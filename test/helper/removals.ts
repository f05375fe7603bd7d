import { setTimeout as pause } from 'node:timers/promises'
import { createRemovalJob } from '../../src/access/removal/job.js'
import type { Transact } from '../../src/core/transact.js'
import { statement } from '../../src/database/sql.js'
import { createWorker } from '../../src/work/claims/worker.js'
import type { World } from './app.js'

/** Later than the beginning of a removal, and later than the end of the time for which its e-mail is kept. */
export const WHEN_BEGUN_MS = 11_000
export const WHEN_FREE_MS = 121_000

/**
 * Does what there is to do of removals some time from now, as a process of its own, which may be killed after some
 * transactions: what it has taken up is free then, as that of any dead process. Returns whether it was killed.
 */
export async function giveAway (
  { app }: Pick<World, 'app'>, laterMs: number, { killedAfter = Infinity }: { killedAfter?: number } = {}
): Promise<boolean> {
  const { database, log } = app
  const worker = createWorker({ database, transact: app.transact })
  const clock = () => new Date(Date.now() + laterMs)
  let left = killedAfter
  const isKilled = () => left < 0
  const transact: Transact = async (...work) => {
    left--
    if (isKilled()) throw new Error('killed')
    return app.transact(...work)
  }
  const job = createRemovalJob({ database, transact, worker, log, clock })
  const where = { owner: worker.id, leaseToken: { not: null } }
  const isHeld = async () => await database.reads.prisma.userRemoval.count({ where }) > 0
  await job.look().catch(() => {})
  while (!isKilled() && await isHeld()) await pause(5)
  await job.stop().catch(() => {})
  await worker.leave()
  return isKilled()
}

const tablesOf = statement<{ name: string }>('', ({ name }) => name === 'sqlite'
  ? "SELECT name FROM sqlite_master WHERE type = 'table'"
  : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()')

/** The tables that have a text somewhere, in any case of its letters, also in bytes. */
export async function tablesWith ({ app }: Pick<World, 'app'>, text: string): Promise<string[]> {
  const { sql } = app.database.reads
  const found: string[] = []
  for (const { name } of await sql.all(tablesOf, [])) {
    const rows = await sql.all(statement<Record<string, unknown>>('', () => `SELECT * FROM "${name}"`), [])
    const isThere = rows.some((row) => Object.values(row).some((value) =>
      (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)).toLowerCase().includes(text.toLowerCase())))
    if (isThere) found.push(name)
  }
  return found.sort()
}
