import { systemCaller } from '../core/caller.js'
import { itemTypes, type ItemType } from '../core/item-type.js'
import { statement, type Sql } from '../database/sql.js'
import type { Transact, Transaction } from '../core/transact.js'
import { sizesOf } from '../items/sizes.js'
import { fitting } from '../work/pieces/fitting.js'
import { doPieces, type PieceOutcome } from '../work/pieces/pieces.js'
import { IN_ONE_TRANSACTION, indexItems } from './indexing.js'
import { groupTerm } from './terms.js'

interface FoundItem {
  readonly item_id: string
  readonly item_type: ItemType
}

interface Refresh {
  readonly id: number
  readonly account_id: number
  readonly field_group_id: number
  readonly after_id: string
}

const oldest = statement<Refresh>('search_refreshes_oldest', (sql) => `
  SELECT id, account_id, field_group_id, after_id FROM search_refreshes ORDER BY id LIMIT 1 ${sql.forUpdate}`)
const goOn = statement('search_refreshes_go_on', () => 'UPDATE search_refreshes SET after_id = $2 WHERE id = $1')
const remove = statement('search_refreshes_remove', () => 'DELETE FROM search_refreshes WHERE id = $1')

/**
 * $1 the group's term, quoted, $2 account, $3 after this item, $4 limit: items that were indexed with values
 * of the group
 */
const itemsOfGroup = statement<FoundItem>('search_items_of_group', (sql) => `
  SELECT i.item_id, i.item_type FROM search_items AS i
  WHERE ${sql.name === 'sqlite' ? 'i.id IN (SELECT rowid FROM search_index WHERE search_index MATCH $1)' : 'i.lexemes @@ CAST($1 AS tsquery)'}
  AND i.account_id = $2 AND i.item_id > $3 ORDER BY i.item_id LIMIT $4`)

const any = statement('search_refreshes_any', () => 'SELECT id FROM search_refreshes LIMIT 1')

/** Whether there is anything to do. Does not need the writer. */
export async function hasRefreshes (sql: Sql): Promise<boolean> {
  return await sql.first(any, []) !== undefined
}

/** Indexes items again whose groups have a changed field. Items that were written since are up to date. */
export async function refreshFields (
  { transact }: { transact: Transact }, signal: AbortSignal, onPiece?: () => void
): Promise<void> {
  await doPieces(() => transact(systemCaller(), refreshSome, { long: true }), { signal, onPiece })
}

async function refreshSome ({ sql }: Transaction): Promise<PieceOutcome> {
  const refresh = await sql.first(oldest, [])
  if (refresh === undefined) return 'done'
  const { account_id: accountId, field_group_id: group, after_id: after } = refresh
  const term = sql.dialect.name === 'sqlite' ? `"${groupTerm(group)}"` : `'${groupTerm(group)}'`
  const found = await sql.all(itemsOfGroup, [term, accountId, after, IN_ONE_TRANSACTION.items])
  const sizes = await sizesOf(sql, accountId, found.map((item) => item.item_id))
  const items = found.slice(0, fitting(sizes, IN_ONE_TRANSACTION).length)
  for (const type of itemTypes) {
    const ids = items.filter((item) => item.item_type === type).map((item) => item.item_id)
    if (ids.length > 0) await indexItems(sql, accountId, type, ids, { isLocked: false })
  }
  if (items.length < IN_ONE_TRANSACTION.items && items.length === found.length) await sql.run(remove, [refresh.id])
  else await sql.run(goOn, [refresh.id, items.at(-1)!.item_id])
  return 'more'
}
