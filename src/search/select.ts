import { statement, type Dialect, type Sql, type SqlValue, type Statement } from '../database/sql.js'
import type { ItemType } from './entry.js'
import type { Sort } from './parameters.js'
import { subtree, type IndexQuery } from './query.js'

/** An item that was found. */
export interface Hit {
  readonly item_id: string
  readonly item_type: ItemType
  /** What it is sorted by. */
  readonly key: string | number
}

/** Where a page begins: after the item with this key and id. By relevance, the key is how many came before. */
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
  /** False where there were too many different values, and only the newest of the hits were counted. */
  readonly isWhole: boolean
}

/** How either database is asked. */
export interface Selection {
  /** The hits after a position, in order: at most so many. */
  page (sql: Sql, query: IndexQuery, sort: Sort, after: Position | null, limit: number): Promise<Hit[]>
  /** How many hits there are: at most so many. */
  count (sql: Sql, query: IndexQuery, limit: number): Promise<number>
  /** The most frequent values of each facet among the newest hits. */
  facets (sql: Sql, query: IndexQuery, names: readonly string[]): Promise<Facets>
}

/** Facets, totals and relevance look at so many hits, the newest. */
export const NEWEST_HITS = 10_000
/** A facet has so many values. */
export const MOST_FACET_VALUES = 50

/** The columns that a sort goes by, besides relevance. */
const sortColumns = { modified_date: 'modified', created_date: 'created', title: 'title_key' } as const

export function columnOf (sort: Sort): { column: typeof sortColumns[keyof typeof sortColumns], isDescending: boolean } {
  return { column: sortColumns[sort.replace('-', '') as keyof typeof sortColumns], isDescending: sort.startsWith('-') }
}

/** Collects the parameters of a statement that is put together. */
export function createSqlParameters () {
  const values: SqlValue[] = []
  return {
    values,
    add: (value: SqlValue) => `$${values.push(value)}`
  }
}
export type SqlParameters = ReturnType<typeof createSqlParameters>

const shapes = new Map<string, Statement>()

/**
 * A statement that is put together from parts of this program: never from what callers send, so that there are few. It
 * has no name, as PostgreSQL is to plan it anew for the words at hand.
 */
export function shaped (text: string): Statement {
  let known = shapes.get(text)
  if (known === undefined) shapes.set(text, known = statement('', () => text))
  return known
}

/**
 * The condition of a subtree with many projects. `IS TRUE` keeps PostgreSQL from making a join of it, in which it would
 * compare every item with every project: it takes a subtree for a hundred of them. So it looks each item up in a hash.
 */
export function withinCondition (
  sql: Dialect, { within, accountId }: IndexQuery, parameters: SqlParameters
): string {
  if (within === null) return ''
  const isInside = `i.project_id IN (${subtree(sql, parameters.add(within), parameters.add(accountId))})`
  return ` AND ${sql.name === 'postgresql' ? `(${isInside}) IS TRUE` : isInside}`
}
