import { statement } from '../../database/sql.js'

const page = '(SELECT * FROM changes WHERE account_id = $1 AND number > $2 ORDER BY number LIMIT $3) AS c'

/** A stored change: a history entry with its number. */
export interface ChangeRow {
  readonly number: number
  readonly id: string
  readonly event: string
  readonly severity: number
  /** JSON. */
  readonly targets: string
  /** JSON; null if the change is not an edit. */
  readonly fields: string | null
  readonly time: string
  readonly user_id: number
  readonly asset_id: string | null
  readonly project_id: string | null
  readonly to_project_id: string | null
  /** The project of the item at that time: src/changes/append.ts. */
  readonly in_project_id: string | null
}

/**
 * $1 account, $2 after this number, $3 limit. They are chosen before their entries are looked up: PostgreSQL, which has
 * no statistics of fresh tables, would look up the entries of all later changes.
 */
export const listChanges = statement<ChangeRow>('changes_list', (sql) => `
  SELECT c.number, h.id, h.event, h.severity, h.targets, h.fields,
    ${sql.milliseconds('h.time')} AS time, h.user_id,
    h.asset_id, h.project_id, h.to_project_id, c.project_id AS in_project_id
  FROM ${sql.lookUp(page, {
    table: 'history',
    alias: 'h',
    columns: 'id, event, severity, targets, fields, time, user_id, asset_id, project_id, to_project_id',
    column: 'id',
    value: 'c.entry_id',
    account: 'c.account_id'
  })} ORDER BY c.number`)

/** The type of the item; null for changes of the account. */
export function itemTypeOf (row: ChangeRow): 'asset' | 'project' | null {
  return row.asset_id !== null ? 'asset' : row.project_id !== null ? 'project' : null
}

/** Whether the event is for this user. */
export function isToldTo (userId: number, { event, targets }: ChangeRow): boolean {
  return event === 'NOTIFICATION_ADDED' && (JSON.parse(targets) as { user_id?: number }).user_id === userId
}

/** The projects of the item of a change, with those that it was put into or taken out of. */
export function placesOf (row: ChangeRow): string[] {
  const linked = row.asset_id === null ? row.to_project_id : row.project_id
  return [row.in_project_id, linked].filter((id) => id !== null)
}
