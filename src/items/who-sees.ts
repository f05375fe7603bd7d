import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import { statement, type Sql } from '../database/sql.js'
import { climbFromItem, isBounded, isUnplacedOf, roleIn } from './sight.js'

/** $1 item, $2 account, $3 JSON list of users: those who are members above it, or own it and it is in no project */
const usersWhoSee = (type: ItemType) => statement<{ id: number }>(`sight_users_of_${type}`, (sql) => `${climbFromItem(sql, type)}
  SELECT CAST(value AS integer) AS id FROM path CROSS JOIN ${sql.elements('$3')}
  WHERE ${roleIn('path.id', '$2', 'CAST(value AS integer)')} IS NOT NULL
  UNION
  SELECT person.id FROM ${type}s AS item
    JOIN users AS person ON ${isUnplacedOf('person.email', { project: 'item.project_id', owner: 'item.owner' })}
  WHERE item.id = $1 AND item.account_id = $2 AND person.account_id = $2
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
  for (const { id } of await sql.all(usersWhoSeeItem[type], [itemId, accountId, ids])) seeing.add(id)
  return seeing
}
