import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { locks } from '../locks.js'

/** The server would end the transaction of who has the turn after so long. Not each of its versions has all of them. */
const waitForEver = `SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`

/**
 * Waits until no other process migrates, and keeps them waiting until the work is done. The connection is in an idle
 * transaction meanwhile, which also a pooler in transaction mode leaves to it. Neither who waits nor who works holds a
 * snapshot here, for which an index that is made concurrently would wait: so the lock is asked for again and again.
 */
export async function inTurn (client: pg.Client, turnMs: number, work: () => Promise<void>): Promise<void> {
  while (!await take(client)) await pause(turnMs)
  await client.query(waitForEver)
  await work()
  // The work stays done if this connection is lost: each migration looks by itself whether it is applied.
  await client.query('COMMIT').catch(() => {})
}

async function take (client: pg.Client): Promise<boolean> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${locks.migration}) AS taken`)
  if (!rows[0]!.taken) await client.query('ROLLBACK')
  return rows[0]!.taken
}
