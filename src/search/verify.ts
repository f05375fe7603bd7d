import { groupBy } from '../basics/group-by.js'
import type { Database } from '../database/database.js'
import { statement, type Sql } from '../database/sql.js'
import { loadEntries } from './entries.js'
import { percentOf, readState } from './state.js'
import { itemTypes, type ItemType } from '../core/item-type.js'

const PAGE = 200

export interface IndexVerification {
  /** Percent, rounded down. What is not built yet is missing. */
  readonly built: number
  readonly checked: number
  /** Ids of items without an entry. */
  readonly missing: string[]
  /** Ids of items whose entries differ from their rows. */
  readonly outdated: string[]
  /** Ids of entries without an item, and entries in one half of the index only. */
  readonly orphaned: string[]
}

const list = (type: ItemType) => statement<Listed>(`search_verify_${type}s`, () => `
  SELECT i.id, i.account_id, s.digest FROM ${type}s AS i LEFT JOIN search_items AS s ON s.item_id = i.id WHERE i.id > $1
    ORDER BY i.id LIMIT $2`)

/** $1 after this id, $2 limit */
const lists = { asset: list('asset'), project: list('project') }

const orphans = statement<{ id: string }>('search_verify_orphans', () => `
  SELECT s.item_id AS id FROM search_items AS s
  WHERE NOT EXISTS (SELECT 1 FROM assets WHERE id = s.item_id)
    AND NOT EXISTS (SELECT 1 FROM projects WHERE id = s.item_id)`)

const halves = statement<{ id: string }>('search_verify_halves', () => `
  SELECT 'row ' || id AS id FROM search_items WHERE id NOT IN (SELECT id FROM search_index_docsize)
  UNION ALL SELECT 'entry ' || id FROM search_index_docsize WHERE id NOT IN (SELECT id FROM search_items)`)

/** Compares the index with the rows, while the service may be running. Changes nothing. */
export async function verifyIndex (database: Database): Promise<IndexVerification> {
  const { sql } = database.reads
  const found = { checked: 0, missing: [] as string[], outdated: [] as string[] }
  for (const type of itemTypes) {
    for (let after: string | null = ''; after !== null;) after = await verifyPage(sql, type, after, found)
  }
  const orphaned = await sql.all(orphans, [])
  if (sql.dialect.name === 'sqlite') orphaned.push(...await sql.all(halves, []))
  return { built: percentOf(await readState(sql)), ...found, orphaned: orphaned.map(({ id }) => id) }
}

interface Listed {
  readonly id: string
  readonly account_id: number
  readonly digest: string | null
}

/** Returns the id after which the next page begins. */
async function verifyPage (
  sql: Sql, type: ItemType, after: string, found: { checked: number, missing: string[], outdated: string[] }
): Promise<string | null> {
  const page = await sql.all(lists[type], [after, PAGE])
  found.checked += page.length
  const differing = await compare(sql, type, page)
  // Items that were written in the meantime are compared again.
  const again = await sql.all(lists[type], [after, PAGE])
  const ids = new Set(differing.map(({ id }) => id))
  for (const { id, digest } of await compare(sql, type, again.filter((row) => ids.has(row.id)))) {
    (digest === null ? found.missing : found.outdated).push(id)
  }
  return page.length < PAGE ? null : page.at(-1)!.id
}

async function compare (sql: Sql, type: ItemType, rows: readonly Listed[]): Promise<Listed[]> {
  const expected = new Map<string, string>()
  for (const [accountId, own] of groupBy(rows, (row) => row.account_id)) {
    for await (const entries of loadEntries(sql, accountId, type, own.map(({ id }) => id))) {
      for (const { id, digest } of entries) expected.set(id, digest)
    }
  }
  return rows.filter(({ id, digest }) => expected.has(id) && expected.get(id) !== digest)
}
