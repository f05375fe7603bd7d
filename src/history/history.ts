import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { statement, type Dialect } from '../database/sql.js'
import { LAST_ID } from '../basics/ids.js'
import type { Page } from '../basics/page.js'

export interface HistoryRow {
  id: string
  event: string
  severity: number
  targets: string
  fields: string | null
  time: string
  user_id: number
}

/** Newest first: ids are in order of time. $1 item, $2 account, $3 before this id, $4 limit */
const select = (sql: Dialect, column: string) => `
  SELECT id, event, severity, targets, fields, ${sql.milliseconds('time')} AS time, user_id FROM history
  WHERE ${column} = $1 AND account_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4`

const ofAsset = statement<HistoryRow>('history_of_asset', (sql) => select(sql, 'asset_id'))
const ofProject = statement<HistoryRow>('history_of_project', (sql) => select(sql, 'project_id'))
const towardsProject = statement<HistoryRow>('history_towards_project', (sql) => select(sql, 'to_project_id'))

/** The history of an item that was required before, newest first. */
export const history = {
  ofAsset: (unit: Unit, id: string, page: Page) => read(ofAsset, unit, id, page),

  /** Shows entries that name the project, and the subprojects that were put into it and taken out of it. */
  ofProject: async (unit: Unit, id: string, page: Page) => {
    const [own, towards] = await Promise.all([read(ofProject, unit, id, page),
      read(towardsProject, unit, id, page)])
    const newestFirst = towards.length === 0 ? own : [...own, ...towards].sort((a, b) => a.id < b.id ? 1 : -1)
    return newestFirst.slice(0, page.limit)
  }
}

function read (statement: typeof ofAsset, { caller, reads }: Unit, id: string, { after, limit }: Page) {
  return reads.sql.all(statement, [id, caller.accountId, after || LAST_ID, limit])
}

/** The history entry of section 2.7 of the contract. */
export function presentEntry (row: HistoryRow, { account }: Caller) {
  return {
    id: row.id,
    account,
    event: row.event,
    severity: row.severity,
    targets: JSON.parse(row.targets) as object,
    time: row.time,
    user_id: row.user_id,
    fields: row.fields === null ? null : JSON.parse(row.fields) as string[]
  }
}

export type History = typeof history
