import type { Static } from '@sinclair/typebox'
import { toRowId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { GroupNotFound } from './errors.js'
import type { UserGroup } from './schema.js'

/** A group of users, as statements read it. */
export interface GroupRow {
  readonly id: number
  readonly name: string
  readonly provider_group: string | null
  readonly user_count: number
  readonly created_at: string
  readonly updated_at: string
}

export const groupColumns = (sql: Dialect) => `g.id, g.name, g.provider_group, g.user_count,
    ${sql.milliseconds('g.created_at')} AS created_at, ${sql.milliseconds('g.updated_at')} AS updated_at`

const select = (name: string, rest: (sql: Dialect) => string) =>
  statement<GroupRow>(`user_groups_${name}`, (sql) => `SELECT ${groupColumns(sql)} FROM user_groups AS g ${rest(sql)}`)

/** $1 account, $2 group */
const find = select('find', () => 'WHERE g.id = $2 AND g.account_id = $1')

const lock = select('lock', (sql) => `WHERE g.id = $2 AND g.account_id = $1 ${sql.forUpdate}`)

/** $1 account, $2 after this id, $3 limit */
export const listGroups = select('list', () => 'WHERE g.account_id = $1 AND g.id > $2 ORDER BY g.id LIMIT $3')

/** Throws GroupNotFound. */
export async function findGroup (sql: Sql, accountId: number, sentId: string): Promise<GroupRow> {
  const id = toRowId(sentId)
  const row = id === null ? undefined : await sql.first(find, [accountId, id])
  if (row === undefined) throw new GroupNotFound()
  return row
}

/** Locks a group, so that concurrent changes run one after the other. Null if there is none. */
export async function holdGroup ({ sql, caller }: Transaction, id: number): Promise<GroupRow | null> {
  return await sql.first(lock, [caller.accountId, id]) ?? null
}

/** The same. Throws GroupNotFound. */
export async function lockGroup (tx: Transaction, sentId: string): Promise<GroupRow> {
  const id = toRowId(sentId)
  const row = id === null ? null : await holdGroup(tx, id)
  if (row === null) throw new GroupNotFound()
  return row
}

export function presentGroup (row: GroupRow): Static<typeof UserGroup> {
  const { user_count: count, created_at: createdAt, updated_at: updatedAt } = row
  return {
    id: row.id, name: row.name, provider_group: row.provider_group, count, created_at: createdAt, updated_at: updatedAt
  }
}
