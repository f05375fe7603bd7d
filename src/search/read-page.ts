import type { Caller } from '../core/caller.js'
import { itemTypes, type ItemType } from '../core/item-type.js'
import { statement, type Sql } from '../database/sql.js'
import type { ReadAdditions } from '../included/included.js'
import { assetShape, projectShape } from '../items/rows.js'
import { nextTurn } from '../work/turns/next-turn.js'
import type { Search } from './parameters.js'
import type { Hit } from './select.js'

/** A hit with its item as JSON. */
export interface Found {
  readonly type: ItemType
  readonly json: string
}

/** Maximum number of characters on a page. A page that is larger ends early. */
const LARGEST_PAGE_CHARACTERS = 8 * 1024 ** 2
/** Items per read. */
const HITS_PER_READ = 100

const readItems = (
  table: 'assets' | 'projects', condition: string, name = '', json = (table === 'assets' ? assetShape : projectShape).json
) => statement<{ id: string, json: string }>(`search_read_${table}${name}${condition.replace(/\W+/g, '_')}`, (sql) => `
  SELECT id, ${json(sql)} AS json FROM ${table}
  WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))} ${condition}`)

const readsOf = (condition: string) => ({
  asset: readItems('assets', condition),
  project: readItems('projects', condition)
})
const isLive = 'AND cohort_id IS NULL'
/** Items that were trashed or restored since the query are left out. */
const reads = { false: readsOf(isLive), true: readsOf('AND cohort_id IS NOT NULL'), any: readsOf('') }
/** The same for guests, who see three columns of an asset: none of its long texts is read. */
const readHeads = {
  ...reads.false,
  asset: readItems('assets', isLive, '_heads', (sql) =>
    sql.object((['id', 'title', 'media_type'] as const).map((column) => [column, column] as const)))
}

/** What is read of the items of a page. */
export interface PageOptions {
  /** Reads what `include` asks for. */
  readonly include?: ReadAdditions | undefined
  /** Reads `id`, `title` and `media_type` of assets that are not in the trash. */
  readonly headsOnly?: boolean
}

/** Reads the items of hits until the page is full. `last` is the index of the last hit on the page. */
export async function readPage (
  sql: Sql, caller: Caller, search: Search, hits: readonly Hit[],
  { include, headsOnly = false }: PageOptions
): Promise<{ items: Found[], last: number | null }> {
  const items: Found[] = []
  const statements = headsOnly ? readHeads : reads[search.deleted]
  let characters = 0
  for (let start = 0; start < hits.length; start += HITS_PER_READ) {
    if (start > 0) await nextTurn(caller)
    const chunk = hits.slice(start, start + HITS_PER_READ)
    const json = new Map<string, string>()
    for (const type of itemTypes) {
      const ids = chunk.filter((hit) => hit.item_type === type).map((hit) => hit.item_id)
      if (ids.length === 0) continue
      const rows = await sql.all(statements[type], [caller.accountId, JSON.stringify(ids)])
      for (const row of rows) json.set(row.id, row.json)
    }
    const [assets, projects] = (['asset', 'project'] as const).map((type) =>
      chunk.filter((hit) => hit.item_type === type).map((hit) => hit.item_id))
    const added = search.include.length === 0 ? undefined : await include?.(search.include, assets!, projects)
    for (const [index, { item_id: id, item_type: type }] of chunk.entries()) {
      const shown = json.get(id)
      if (shown === undefined) continue
      const text = type === 'asset'
        ? added?.put(id, shown) ?? await added?.putLarge(id, shown) ?? shown
        : added?.putProject(id, shown) ?? shown
      items.push({ type, json: text })
      characters += text.length
      if (characters >= LARGEST_PAGE_CHARACTERS) return { items, last: start + index }
    }
  }
  return { items, last: hits.length === 0 ? null : hits.length - 1 }
}
