import { statement, type Dialect, type Sql, type SqlValue, type Statement } from '../database/sql.js'
import type { Sort } from './parameters.js'
import { insideCondition } from './inside.js'
import type { IndexQuery } from './query.js'
import type { ItemType } from '../core/item-type.js'

/** A hit. */
export interface Hit {
  readonly item_id: string
  readonly item_type: ItemType
  /** The sort key. */
  readonly key: string | number
}

/** A page begins after the item with this key and id. By relevance, the key is the number of hits before. */
export interface Position {
  readonly key: string | number
  readonly id: string
}

export interface FacetRow {
  readonly name: string
  readonly value: string
  readonly count: number
}

export interface Facets {
  readonly rows: readonly FacetRow[]
  /** False if there were too many different values, and only the newest hits were counted. */
  readonly isWhole: boolean
}

/** The queries of a database. */
export interface Selection {
  /** The hits after a position, in order: at most `limit`. */
  page (sql: Sql, query: IndexQuery, sort: Sort, after: Position | null, limit: number): Promise<Hit[]>
  /** The number of hits: at most `limit`. */
  count (sql: Sql, query: IndexQuery, limit: number): Promise<number>
  /** The most frequent values of each facet among the newest hits. */
  facets (sql: Sql, query: IndexQuery, names: readonly string[]): Promise<Facets>
}

/** Facets, totals and relevance look at the newest hits only. */
export const NEWEST_HITS = 10_000
/** Maximum number of values of a facet. */
export const MOST_FACET_VALUES = 50

/** The columns of all sorts but relevance. */
const sortColumns = { modified_date: 'modified', created_date: 'created', title: 'title_key' } as const

export function columnOf (sort: Sort): { column: typeof sortColumns[keyof typeof sortColumns], isDescending: boolean } {
  return { column: sortColumns[sort.replace('-', '') as keyof typeof sortColumns], isDescending: sort.startsWith('-') }
}

/** Collects the parameters of a composed statement. */
export function createSqlParameters () {
  const values: SqlValue[] = []
  return {
    values,
    add: (value: SqlValue) => `$${values.push(value)}`
  }
}
export type SqlParameters = ReturnType<typeof createSqlParameters>

const shapes = new Map<string, Statement<never>>()

/**
 * A statement that is composed of parts of this program, never of what callers send. It has no name, so that PostgreSQL
 * plans it for its parameters.
 */
export function shaped<Row> (text: string): Statement<Row> {
  let known = shapes.get(text)
  if (known === undefined) shapes.set(text, known = statement<never>('', () => text))
  return known
}

/** The items of a list, as a query with the column `id`, which each are looked up; null if all are searched. */
export function listedItems (sql: Dialect, { list, among }: IndexQuery, parameters: SqlParameters): string | null {
  if (list === null && among === null) return null
  const { table, assetColumn: column } = list ?? { table: 'search_items', assetColumn: 'item_id' }
  const conditions = [
    ...list === null ? [] : [`${list.keyColumn} = ${parameters.add(list.key)}`],
    ...among === null ? [] : [sql.among(column, sql.strings(parameters.add(JSON.stringify(among))))]
  ]
  return `SELECT ${column} AS id FROM ${table} WHERE ${conditions.join(' AND ')}`
}

/**
 * The condition of many projects. `IS TRUE` keeps PostgreSQL from a join that compares every item with every project,
 * as it expects a hundred of them: each item is looked up in a hash.
 */
export function withinCondition (
  sql: Dialect, { inside, accountId }: IndexQuery, parameters: SqlParameters
): string {
  if (inside === null) return ''
  const isInside = insideCondition(sql, inside, accountId, parameters.add)
  return ` AND ${sql.name === 'postgresql' ? `(${isInside}) IS TRUE` : isInside}`
}
