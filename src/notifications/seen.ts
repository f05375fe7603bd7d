import type { Caller } from '../core/caller.js'
import type { Sql } from '../database/sql.js'
import { isBounded } from '../items/sight.js'
import { seenAmong } from '../items/standing.js'
import { leftoversAmong } from './release.js'
import type { About } from './rows.js'

/**
 * Those of a user's notifications that are about something that the user sees now. Webhooks are seen by administrators.
 */
export async function keepSeen<Row extends About> (sql: Sql, caller: Caller, rows: readonly Row[]): Promise<Row[]> {
  const isSeen = await (isBounded(caller) ? seenByBounded : seenByOthers)(sql, caller, rows)
  return rows.filter((row) => row.item_type === null ? caller.admin : isSeen(row))
}

type IsSeen = (row: About) => boolean

async function seenByBounded (sql: Sql, caller: Caller, rows: readonly About[]): Promise<IsSeen> {
  const idsOf = (type: 'asset' | 'project') =>
    [...new Set(rows.flatMap((row) => row.item_type === type ? row.item_id! : []))]
  const seen = {
    asset: await seenAmong('asset', sql, caller, idsOf('asset')),
    project: await seenAmong('project', sql, caller, idsOf('project'))
  }
  return ({ item_type: type, item_id: id }) => seen[type!].has(id!)
}

/** Other callers see every item that exists. */
async function seenByOthers (sql: Sql, { accountId }: Caller, rows: readonly About[]): Promise<IsSeen> {
  const ids = JSON.stringify(rows.flatMap((row) => row.item_id ?? []))
  const gone = new Set((await sql.all(leftoversAmong, [accountId, ids])).map(({ id }) => id))
  return ({ item_id: id }) => !gone.has(id!)
}
