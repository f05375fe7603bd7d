import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import { statement, type Sql } from '../database/sql.js'
import { isBounded } from './sight.js'
import { itemUpwards } from './tree.js'

/** $1 item, $2 account, $3 JSON list of users: those who are members above it, or own it and it is in no project */
const usersWhoSee = (type: ItemType) => statement(`sight_users_of_${type}`, (sql) => `${itemUpwards(sql, type)}
  SELECT CAST(value AS integer) AS id FROM path CROSS JOIN ${sql.elements('$3')}
  WHERE (SELECT member.role FROM project_members AS member WHERE member.project_id = path.id
    AND member.user_id = CAST(value AS integer) AND member.account_id = $2) IS NOT NULL
  UNION
  SELECT person.id FROM ${type}s AS item JOIN users AS person ON person.email = item.owner
  WHERE item.id = $1 AND item.account_id = $2 AND item.project_id IS NULL AND person.account_id = $2
    AND ${sql.among('person.id', sql.integers('$3'))}`)

const usersWhoSeeItem = { asset: usersWhoSee('asset'), project: usersWhoSee('project') }

/** Those of some users of the account who see an existing item: the rule of sight.ts, for many users at once. */
export async function whoSees (
  type: ItemType, sql: Sql, users: readonly Caller[], itemId: string
): Promise<ReadonlySet<number>> {
  const bounded = users.filter(isBounded)
  const seeing = new Set(users.filter((user) => !isBounded(user)).map(({ userId }) => userId))
  if (bounded.length === 0) return seeing
  const { accountId } = bounded[0]!
  const ids = JSON.stringify(bounded.map(({ userId }) => userId))
  for (const { id } of await sql.all<{ id: number }>(usersWhoSeeItem[type], [itemId, accountId, ids])) seeing.add(id)
  return seeing
}
