import type { Caller } from '../core/caller.js'
import { itemTypes } from '../core/item-type.js'
import type { Sql } from '../database/sql.js'
import { isBounded } from '../items/sight.js'
import { seenAmong } from '../items/standing.js'
import { load, weigh } from '../lines/load.js'
import { presentLine } from '../lines/present.js'
import { nextTurn } from '../work/turns/next-turn.js'
import { itemTypeOf, type ChangeRow } from './log/rows.js'

/** Changes per look. */
const CHANGES_PER_LOOK = 50

/** A change with its item as JSON: `null` if the item was deleted, absent if the change names none. */
export interface ChangeWithItem extends ChangeRow {
  readonly item: string | undefined
}

/**
 * Adds the items that the caller sees, up to `room` characters in all: an item counts with every change that names it.
 * The answer has the first changes, and at least one.
 */
export async function addItems (
  sql: Sql, caller: Caller, rows: readonly ChangeRow[], room: number
): Promise<ChangeWithItem[]> {
  const lines = new Map<string, string>()
  const found: ChangeWithItem[] = []
  let used = 0
  for (let start = 0; start < rows.length; start += CHANGES_PER_LOOK) {
    const next = rows.slice(start, start + CHANGES_PER_LOOK)
    if (isBounded(caller)) await hideUnseen(sql, caller, next, lines)
    const fitting = await takeFitting(sql, caller, next, lines, { room: room - used, least: start === 0 ? 1 : 0 })
    await loadLines(sql, caller, fitting, lines)
    for (const row of fitting) {
      const item = itemTypeOf(row) === null ? undefined : lines.get(idOf(row)) ?? 'null'
      used += item?.length ?? 0
      // The line is longer than its estimate.
      if (used > room && found.length > 0) return found
      found.push({ ...row, item })
    }
    if (fitting.length < next.length) return found
  }
  return found
}

async function hideUnseen (
  sql: Sql, caller: Caller, rows: readonly ChangeRow[], lines: Map<string, string>
): Promise<void> {
  for (const { type, ids } of unread(rows, lines)) {
    const seen = await seenAmong(type, sql, caller, ids)
    for (const id of ids) if (!seen.has(id)) lines.set(id, 'null')
  }
}

/** The first changes whose items have room, by their weights, which are read before the items. */
async function takeFitting (
  sql: Sql,
  { accountId }: Caller,
  rows: readonly ChangeRow[],
  lines: ReadonlyMap<string, string>,
  { room, least }: { room: number, least: number }
): Promise<readonly ChangeRow[]> {
  const weights = new Map<string, number>()
  for (const batch of unread(rows, lines)) {
    for (const { id, bytes } of await weigh(sql, accountId, batch, 'any')) weights.set(id, bytes)
  }
  let bytes = 0
  const count = rows.findIndex((row, index) => {
    bytes += lines.get(idOf(row))?.length ?? weights.get(idOf(row)) ?? 0
    return bytes > room && index >= least
  })
  return count === -1 ? rows : rows.slice(0, count)
}

/** A piece of an answer of mebibytes takes some milliseconds: others have a turn after each, also before the answer. */
async function loadLines (
  sql: Sql, caller: Caller, rows: readonly ChangeRow[], lines: Map<string, string>
): Promise<void> {
  for (const batch of unread(rows, lines)) {
    for await (const items of load(sql, caller.accountId, batch, 'any')) {
      for (const item of items) lines.set(item.id, presentLine(item))
      await nextTurn(caller)
    }
  }
}

/** The items of changes whose lines are not read yet. */
function unread (rows: readonly ChangeRow[], lines: ReadonlyMap<string, string>) {
  return itemTypes.map((type) => {
    const ids = rows.filter((row) => itemTypeOf(row) === type).map(idOf).filter((id) => !lines.has(id))
    return { type, ids: [...new Set(ids)] }
  }).filter(({ ids }) => ids.length > 0)
}

function idOf (row: ChangeRow): string {
  return row.asset_id ?? row.project_id ?? ''
}
