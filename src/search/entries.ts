import { MEBIBYTE } from '../basics/units.js'
import type { Sql } from '../database/sql.js'
import { weigh } from '../lines/load.js'
import { piecesOf, type PieceLimits } from '../work/pieces/fitting.js'
import { createYielder } from '../work/turns/yielding.js'
import { makeEntry, type Entry } from './entry.js'
import { loadSources } from './load.js'
import type { ItemType } from '../core/item-type.js'

/** What is in memory at the same time, and on PostgreSQL written by one statement. */
const LIMITS: PieceLimits = { items: 50, bytes: 2 * MEBIBYTE }

/**
 * Makes the entries of items of one account, with turns for others in between. Missing items are left out. Before each
 * item `onStep` may throw.
 */
export async function * loadEntries (
  sql: Sql, accountId: number, type: ItemType, ids: readonly string[], onStep = () => {}
): AsyncGenerator<Entry[]> {
  const yieldNow = createYielder()
  for (const piece of await cut(sql, accountId, type, ids)) {
    await yieldNow()
    const { rows, fields } = await loadSources(sql, accountId, type, piece)
    const entries: Entry[] = []
    for (const row of rows) {
      await yieldNow()
      onStep()
      entries.push(await makeEntry(type, row, fields))
    }
    yield entries
  }
}

/** Pieces of the items. One item alone is not weighed: that would cost a read with each write. */
async function cut (
  sql: Sql, accountId: number, type: ItemType, ids: readonly string[]
): Promise<Iterable<readonly string[]>> {
  if (ids.length === 1) return [ids]
  return piecesOf(await weigh(sql, accountId, { type, ids }, 'any'), LIMITS)
}
