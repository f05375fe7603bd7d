import { statement, type Sql } from '../database/sql.js'
import { createYielder } from '../work/turns/yielding.js'
import type { Entry } from './entry.js'

/**
 * Writes entries to the index of either database, or removes them. An unchanged entry costs a read. Before each of them
 * `onStep` may throw.
 */
export async function writeEntries (sql: Sql, entries: readonly Entry[], onStep = () => {}): Promise<void> {
  if (entries.length === 0) return
  if (sql.dialect.name === 'postgresql') {
    await sql.run(upsert, [JSON.stringify(entries.map(toRow))])
    return
  }
  const yieldNow = createYielder()
  for (const entry of entries) {
    await yieldNow()
    onStep()
    await writeEntry(sql, entry)
  }
}

export async function removeEntries (sql: Sql, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  const ids = JSON.stringify(itemIds)
  if (sql.dialect.name === 'sqlite') await sql.run(unindexList, [ids])
  await sql.run(removeList, [ids])
}

/** Removes all entries. */
export async function clearIndex (sql: Sql): Promise<void> {
  if (sql.dialect.name === 'postgresql') {
    await sql.run(truncate, [])
  } else {
    await sql.run(unindexAll, [])
    await sql.run(removeAll, [])
  }
}

/** $1 JSON list of item ids */
const removeList = statement(
  'search_remove_list',
  (sql) => `DELETE FROM search_items WHERE ${sql.among('item_id', sql.strings('$1'))}`
)

// SQLite

/** Ids for the items that were last changed in the same second. All ids fit into a double. */
export const IDS_OF_SECOND = 2 ** 21
const LAST_SECOND = 2 ** 32 - 1

interface Known {
  readonly id: number
  readonly modified: number
  readonly digest: string
}

const find = statement<Known>('search_find', () => 'SELECT id, modified, digest FROM search_items WHERE item_id = $1')

/** $1 first id of the second, $2 first of the next one */
const lastOfSecond = statement<{ id: number | null }>(
  'search_last_of_second',
  () => 'SELECT max(id) AS id FROM search_items WHERE id >= $1 AND id < $2'
)

const insertItem = statement('search_insert_item', () => `
  INSERT INTO search_items (id, account_id, item_type, item_id, project_id, created, modified, title_key, facets,
    digest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

const updateItem = statement('search_update_item', () => `
  UPDATE search_items SET project_id = $2, created = $3, title_key = $4, facets = $5, digest = $6 WHERE id = $1`)

const index = statement(
  'search_index_item',
  () => 'INSERT INTO search_index (rowid, title, words, terms) VALUES ($1, $2, $3, $4)'
)
const unindex = statement('search_unindex_item', () => 'DELETE FROM search_index WHERE rowid = CAST($1 AS INTEGER)')
const removeItem = statement('search_remove_item', () => 'DELETE FROM search_items WHERE id = $1')

/** $1 JSON list of item ids */
const unindexList = statement('search_unindex_list', (sql) => `
  DELETE FROM search_index
  WHERE rowid IN (SELECT id FROM search_items WHERE ${sql.among('item_id', sql.strings('$1'))})`)

const unindexAll = statement(
  'search_unindex_all',
  () => "INSERT INTO search_index (search_index) VALUES ('delete-all')"
)
const removeAll = statement('search_remove_all', () => 'DELETE FROM search_items')

async function writeEntry (sql: Sql, entry: Entry): Promise<void> {
  const known = await sql.first(find, [entry.id])
  if (known?.digest === entry.digest) return
  if (known !== undefined) await sql.run(unindex, [known.id])
  const { accountId, type, id: itemId, projectId, created, modified, titleKey, facets, digest } = entry
  let id: number
  if (known?.modified === modified) {
    id = known.id
    await sql.run(updateItem, [id, projectId, created, titleKey, facets, digest])
  } else {
    if (known !== undefined) await sql.run(removeItem, [known.id])
    id = await newIdIn(sql, modified)
    await sql.run(insertItem, [id, accountId, type, itemId, projectId, created, modified, titleKey, facets, digest])
  }
  await sql.run(index, [id, entry.title, entry.words, entry.terms.join(' ')])
}

/** The ids of a second are given out in order; queries sort the items of one second. */
async function newIdIn (sql: Sql, second: number): Promise<number> {
  const first = firstIdOf(second)
  const { id } = (await sql.first(lastOfSecond, [first, first + IDS_OF_SECOND]))!
  return id === null ? first : id + 1
}

/** The smallest id of a second. */
export function firstIdOf (second: number): number {
  return Math.min(Math.max(second, 0), LAST_SECOND) * IDS_OF_SECOND
}

/** The second of an id. */
export function secondOf (id: number): number {
  return Math.floor(id / IDS_OF_SECOND)
}

// PostgreSQL

const upsert = statement('search_upsert', (sql) => `
  INSERT INTO search_items (item_id, item_type, account_id, project_id, created, modified, title_key, facets, digest,
    title_words, words, lexemes)
  SELECT value ->> 'id', value ->> 'type', CAST(value ->> 'account' AS integer), value ->> 'project',
    CAST(value ->> 'created' AS bigint), CAST(value ->> 'modified' AS bigint), value ->> 'title_key',
      value ->> 'facets', value ->> 'digest',
    value ->> 'title_words', value ->> 'words',
      array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(value -> 'lexemes')))
  FROM ${sql.elements('$1')}
  ON CONFLICT (item_id) DO UPDATE
    SET project_id = excluded.project_id, created = excluded.created, modified = excluded.modified,
    title_key = excluded.title_key, facets = excluded.facets, digest = excluded.digest,
    title_words = excluded.title_words, words = excluded.words, lexemes = excluded.lexemes
  WHERE search_items.digest <> excluded.digest`, undefined, { isUnanswered: true })

const truncate = statement('search_truncate', () => 'TRUNCATE search_items')

function toRow (entry: Entry) {
  return {
    id: entry.id,
    type: entry.type,
    account: entry.accountId,
    project: entry.projectId,
    created: entry.created,
    modified: entry.modified,
    title_key: entry.titleKey,
    facets: entry.facets,
    digest: entry.digest,
    title_words: spaced(entry.title),
    words: spaced(entry.words),
    lexemes: [...entry.vocabulary, ...entry.terms]
  }
}

/** Spaces on both sides, so that phrases are found between spaces. */
function spaced (words: string): string {
  return ` ${words} `
}
