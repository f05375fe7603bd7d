import type { Caller } from '../core/caller.js'
import type { Sql } from '../database/sql.js'
import { isBounded, roleAtTop } from '../items/sight.js'
import { seenAmong } from '../items/standing.js'
import { leftoversAmong } from './release.js'
import type { About } from './rows.js'

/**
 * Those of a user's notifications that are about something that the user sees now. Webhooks are seen by administrators.
 */
export async function keepSeen<Row extends About> (sql: Sql, caller: Caller, rows: readonly Row[]): Promise<Row[]> {
  const isSeen = await (isBounded(caller) ? seenByBounded : seenByOthers)(sql, caller, rows)
  const seesTop = roleAtTop(caller) !== null
  return rows.filter(({ item_type: type, item_id: id }) =>
    type === null ? caller.admin : type === 'account' ? seesTop : isSeen(type, id!))
}

type IsSeen = (type: 'asset' | 'project', id: string) => boolean

async function seenByBounded (sql: Sql, caller: Caller, rows: readonly About[]): Promise<IsSeen> {
  const idsOf = (type: 'asset' | 'project') =>
    [...new Set(rows.flatMap((row) => row.item_type === type ? row.item_id! : []))]
  const seen = {
    asset: await seenAmong('asset', sql, caller, idsOf('asset')),
    project: await seenAmong('project', sql, caller, idsOf('project'))
  }
  return (type, id) => seen[type].has(id)
}

/** Other callers see every item that exists. */
async function seenByOthers (sql: Sql, { accountId }: Caller, rows: readonly About[]): Promise<IsSeen> {
  const ids = JSON.stringify(rows.flatMap((row) => row.item_id ?? []))
  const gone = new Set((await sql.all(leftoversAmong, [accountId, ids])).map(({ id }) => id))
  return (_type, id) => !gone.has(id)
}
