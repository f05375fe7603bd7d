import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { backoff } from '../../basics/backoff.js'
import { OperatorMistake } from '../../errors.js'
import { isLocked } from '../outages.js'
import type { Limits } from './limits.js'
import { NOTES } from './notes.js'
import { tablesIn } from './script.js'

/** So many tries follow one another with the first pause. */
const QUICK_TRIES = 10

/**
 * Tries again while others hold a lock that it needs: ten times a second at first, then with backoff. Throws
 * OperatorMistake, which names a table, when the time is over.
 */
export async function untilFree (
  client: pg.Client, script: string, { triesMs, firstPauseMs, longestPauseMs }: Limits, attempt: () => Promise<void>
): Promise<void> {
  const end = performance.now() + triesMs
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isHeld(error)) throw error
      const ms = backoff(Math.max(1, failures - QUICK_TRIES + 1), firstPauseMs, longestPauseMs)
      if (performance.now() + ms > end) {
        throw new OperatorMistake(`The database could not be migrated: ${await lockedTable(client, script)} is locked by others`)
      }
      await pause(ms)
    }
  }
}

/** Also a deadlock: the transaction that it ends may be this one. */
function isHeld (error: unknown): boolean {
  return isLocked(error) || (error as { code?: string }).code === '40P01'
}

/** The table of the script on which another transaction holds a lock, the oldest first; if none does, the first one. */
async function lockedTable (client: pg.Client, script: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT tables.relname AS name FROM unnest($1::text[]) WITH ORDINALITY AS named (name, place)
      JOIN pg_class AS found ON found.oid = to_regclass(named.name)
      LEFT JOIN pg_index ON pg_index.indexrelid = found.oid
      JOIN pg_class AS tables ON tables.oid = COALESCE(pg_index.indrelid, found.oid)
      LEFT JOIN pg_locks AS held ON held.relation = tables.oid AND held.granted AND held.pid IS DISTINCT FROM pg_backend_pid()
        AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      LEFT JOIN pg_stat_activity AS holder ON holder.pid = held.pid
    ORDER BY held.relation IS NULL, holder.xact_start NULLS LAST, named.place LIMIT 1`, [[...tablesIn(script), NOTES]])
  return rows[0]!.name
}
