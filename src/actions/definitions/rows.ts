import type { Role } from '../../access/roles.js'
import { toRowId } from '../../basics/ids.js'
import type { Caller } from '../../core/caller.js'
import type { ItemType } from '../../core/item-type.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Dialect, type Sql } from '../../database/sql.js'
import { ActionNotFound } from '../errors.js'

/** An action as the statements below read it, with the steps of its newest revision. */
export interface ActionRow {
  readonly id: number
  readonly type: ItemType
  readonly name: string
  readonly description: string
  /** JSON: see filter.ts, form.ts and steps.ts. */
  readonly filter: string
  readonly parameters: string
  readonly steps: string
  /** A JSON list of kinds of events. */
  readonly trigger_events: string
  readonly role: Role
  readonly parallel: number
  readonly disabled: boolean | number
  readonly revision: number
  readonly starts_skipped: number
  /** Who saved it last. */
  readonly user_id: number
  /** Whether that user is an enabled administrator: 1, or 0. */
  readonly by_administrator: number
  readonly created_at: string
  readonly updated_at: string
}

/** Whether the user of an action `a` is an enabled administrator, 1 or 0, by the user `u` that `savedBy` joins. */
export const byAdministrator = 'CASE WHEN u.admin AND u.disabled_at IS NULL THEN 1 ELSE 0 END'
export const savedBy = 'LEFT JOIN users AS u ON u.id = a.user_id AND u.account_id = a.account_id'

const select = (name: string, rest: string) =>
  statement<ActionRow>(`actions_${name}`, (sql: Dialect) => `
  SELECT a.id, a.type, a.name, a.description, a.filter, a.parameters, r.steps, a.trigger_events, a.role, a.parallel,
    a.disabled, a.revision, a.starts_skipped, a.user_id,
    ${byAdministrator} AS by_administrator,
    ${sql.milliseconds('a.created_at')} AS created_at, ${sql.milliseconds('a.updated_at')} AS updated_at
  FROM actions AS a JOIN action_revisions AS r ON r.action_id = a.id AND r.number = a.revision
    ${savedBy}
  WHERE a.account_id = $1 AND a.deleted_at IS NULL AND ${rest}`)

/** $1 account, $2 action */
const find = select('find', 'a.id = $2')

/** $1 account, $2 after this id, $3 limit */
export const listAll = select('list', 'a.id > $2 ORDER BY a.id LIMIT $3')

/** The same of the enabled ones. */
export const listEnabled = select('list_enabled', 'a.id > $2 AND a.disabled = FALSE ORDER BY a.id LIMIT $3')

const weigh = (name: string, rest = '') =>
  statement<{ key: number, bytes: number }>(`actions_${name}`, () => `
  SELECT a.id AS key, octet_length(a.name) + octet_length(a.description) + octet_length(a.filter)
    + octet_length(a.parameters) + octet_length(a.trigger_events) + octet_length(r.steps) + 500 AS bytes
  FROM actions AS a JOIN action_revisions AS r ON r.action_id = a.id AND r.number = a.revision
  WHERE a.account_id = $1 AND a.deleted_at IS NULL AND a.id > $2 ${rest} ORDER BY a.id LIMIT $3`)

/** $1 account, $2 after this id, $3 limit: the size of each in a list */
export const weighAll = weigh('weigh')
export const weighEnabled = weigh('weigh_enabled', 'AND a.disabled = FALSE')

/** $1 account, $2 action */
const lock = statement('actions_lock', (sql) =>
  `SELECT id FROM actions WHERE id = $2 AND account_id = $1 AND deleted_at IS NULL ${sql.forUpdate}`)

/** Reads an action of the caller's account. Null if there is none. */
export async function findAction (
  sql: Sql, { accountId }: Pick<Caller, 'accountId'>, sentId: string | number
): Promise<ActionRow | null> {
  const id = toRowId(sentId)
  return id === null ? null : await sql.first(find, [accountId, id]) ?? null
}

/** The same. Throws ActionNotFound. */
export async function requireAction (
  sql: Sql, caller: Pick<Caller, 'accountId'>, sentId: string | number
): Promise<ActionRow> {
  const row = await findAction(sql, caller, sentId)
  if (row === null) throw new ActionNotFound()
  return row
}

/** Locks an action, so that concurrent changes run one after the other. Throws ActionNotFound. */
export async function lockAction ({ sql, caller }: Transaction, sentId: string | number): Promise<ActionRow> {
  const id = toRowId(sentId)
  if (id !== null) await sql.first(lock, [caller.accountId, id])
  return requireAction(sql, caller, sentId)
}
