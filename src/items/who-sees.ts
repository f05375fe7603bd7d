import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import { statement, type Sql } from '../database/sql.js'
import { cameToTop, climbFromItem, isBounded, isUnplacedOf, roleAtTop, roleIn } from './sight.js'

/**
 * $1 item, $2 account, $3 JSON list of users, $4 of those among them who see what is at the top: those who are members
 * above it, who own it and it is in no project, and who see it from the top
 */
const usersWhoSee = (type: ItemType) => statement<{ id: number }>(`sight_users_of_${type}`, (sql) => `${climbFromItem(sql, type)}
  SELECT CAST(value AS integer) AS id FROM path CROSS JOIN ${sql.elements('$3')}
  WHERE ${roleIn('path.id', '$2', 'CAST(value AS integer)')} IS NOT NULL
  UNION
  SELECT person.id FROM ${type}s AS item
    JOIN users AS person ON ${isUnplacedOf('person.email', { project: 'item.project_id', owner: 'item.owner' })}
  WHERE item.id = $1 AND item.account_id = $2 AND person.account_id = $2
    AND ${sql.among('person.id', sql.integers('$3'))} ${type === 'project' ? 'AND NOT item.private' : ''}
  UNION
  SELECT CAST(value AS integer) AS id FROM ${sql.elements('$4')} WHERE ${cameToTop(type)}`)

const usersWhoSeeItem = { asset: usersWhoSee('asset'), project: usersWhoSee('project') }

/** Those of some users of the account who see an existing item: the rule of sight.ts, for many users at once. */
export async function whoSees (
  type: ItemType, sql: Sql, users: readonly Caller[], itemId: string
): Promise<ReadonlySet<number>> {
  const bounded = users.filter(isBounded)
  const seeing = new Set(users.filter((user) => !isBounded(user)).map(({ userId }) => userId))
  if (bounded.length === 0) return seeing
  const { accountId } = bounded[0]!
  const idsOf = (some: readonly Caller[]) => JSON.stringify(some.map(({ userId }) => userId))
  const atTop = bounded.filter((user) => roleAtTop(user) !== null)
  const rows = await sql.all(usersWhoSeeItem[type], [itemId, accountId, idsOf(bounded), idsOf(atTop)])
  for (const { id } of rows) seeing.add(id)
  return seeing
}
