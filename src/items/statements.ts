import { statement, type Dialect } from '../database/sql.js'
import type { Size } from '../work/pieces/fitting.js'
import type { AssetRow, ProjectRow, assetShape } from './rows.js'

export type ItemStatements<Row extends AssetRow | ProjectRow = AssetRow | ProjectRow> =
  ReturnType<typeof createItemStatements<Row>>

/** An item of a list, with its answer as JSON; null for a large one, which is read alone. */
export interface ListedItem {
  readonly id: string
  readonly json: string | null
}

/** A page of items as one text. No text if there are none. */
export interface ListedTogether {
  readonly count: number
  /** The number of small items. */
  readonly written: number
  readonly last: string | null
  readonly json: string | null
}

/**
 * Larger items are not listed with the others, but read one by one: 500 that are listed together have 4 MiB at most.
 */
const LARGE_BYTES = 8192

/**
 * The hand-written statements that assets and projects share. Each uses an index and carries the account.
 */
export function createItemStatements<Row extends AssetRow | ProjectRow> (
  table: 'assets' | 'projects', shape: Pick<typeof assetShape, 'select' | 'bytes' | 'bytesWithValues' | 'json' | 'insert' | 'insertList' | 'update' | 'updateList'>
) {
  const select = (name: string, rest: (sql: Dialect) => string) =>
    statement<Row>(`${table}_${name}`, (sql) => `SELECT ${shape.select(sql)} FROM ${table} ${rest(sql)}`)
  const change = (name: string, rest: (sql: Dialect) => string) => statement(`${table}_${name}`, rest)
  /** Ids with their sizes: read before the items themselves, which may have megabytes each. */
  const sizes = (name: string, rest: (sql: Dialect) => string) => statement<Size>(`${table}_${name}`, (sql) => `
    SELECT id, ${shape.bytesWithValues(table)} AS bytes FROM ${table} ${rest(sql)}`)
  /**
   * Items in the projects of the list $1, project by project. Otherwise PostgreSQL would read all items when one
   * project has many.
   */
  const inEach = (name: string, limit: string, extra = '') => statement<Size>(`${table}_${name}`, (sql) => {
    const find = (condition: string) =>
      `SELECT id, ${shape.bytesWithValues(table)} AS bytes FROM ${table} WHERE ${condition} AND account_id = $2 ${extra}`
    return sql.inEach(sql.strings('$1'), 'project_id', limit, find)
  })
  /** $1 project, $2 account, $3 after this id */
  const childrenAfter = (sql: Dialect) => `${sql.behind('project_id', '$1', 'id', '$3')} AND account_id = $2`
  const children = (sql: Dialect, condition = 'TRUE') => `
    SELECT id, CASE WHEN ${shape.bytes} > ${LARGE_BYTES} THEN NULL ELSE ${shape.json(sql)} END AS json FROM ${table}
    WHERE ${childrenAfter(sql)} AND cohort_id IS NULL AND ${condition} ORDER BY id LIMIT $4`
  const childrenTogether = (sql: Dialect, condition?: string) => `
      SELECT count(*) AS count, count(json) AS written, max(id) AS last,
        ${sql.joined('json', 'id')} AS json
      FROM (${children(sql, condition)}) AS listed`
  const listed = (sql: Dialect, parameter: string) => sql.among('id', sql.strings(parameter))

  return {
    /** $1 id, $2 account */
    find: select('find', () => 'WHERE id = $1 AND account_id = $2'),
    /** $1 id, $2 account: the answer to a read, as JSON */
    findJson: statement<{ json: string }>(
      `${table}_find_json`,
      (sql) => `SELECT ${shape.json(sql)} AS json FROM ${table} WHERE id = $1 AND account_id = $2`
    ),
    /** $1 id, $2 account */
    lock: select('lock', (sql) => `WHERE id = $1 AND account_id = $2 ${sql.forUpdate}`),
    /** $1 account, $2 JSON list of ids: those that exist */
    known: statement<{ id: string }>(
      `${table}_known`, (sql) => `SELECT id FROM ${table} WHERE account_id = $1 AND ${listed(sql, '$2')}`
    ),
    /** $1 account, $2 JSON list of ids */
    findList: select('find_list', (sql) => `WHERE account_id = $1 AND ${listed(sql, '$2')} ORDER BY id`),
    /** $1 account, $2 JSON list of ids */
    lockList: select(
      'lock_list',
      (sql) => `WHERE account_id = $1 AND ${listed(sql, '$2')} ORDER BY id ${sql.forUpdate}`
    ),
    /** $1 account, $2 JSON list of ids: skips rows that another transaction has locked */
    holdList: select(
      'hold_list',
      (sql) => `WHERE account_id = $1 AND ${listed(sql, '$2')} ORDER BY id ${sql.forUpdateSkipLocked}`
    ),
    /** $1 account, then the values that the shape inserts */
    insert: statement(
      `${table}_insert`,
      (sql) => shape.insert(table, sql),
      change('insert_list', (sql) => shape.insertList(table, sql))
    ),
    /** $1 id, $2 account, then the values that the shape updates */
    update: statement(
      `${table}_update`,
      (sql) => shape.update(table, sql),
      statement(`${table}_update_list`, (sql) => shape.updateList(table, sql), undefined, { isOfRow: true })
    ),
    /** $1 id, $2 account, $3 project or null */
    move: change('move', () => `UPDATE ${table} SET project_id = $3 WHERE id = $1 AND account_id = $2`),
    /**
     * $1 project, $2 account, $3 after this id, $4 limit: the active items of a project, as JSON, or null for a large
     * one
     */
    children: statement<ListedItem>(`${table}_children`, (sql) => children(sql)),
    /** The same with a condition of each item. */
    childrenWhere: (name: string, condition: string) =>
      statement<ListedItem>(`${table}_${name}`, (sql) => children(sql, condition)),
    /**
     * The same as one text with commas, with the number of items, the number of those in the text, and the last id
     */
    childrenTogether: statement<ListedTogether>(`${table}_children_together`, (sql) => childrenTogether(sql)),
    childrenTogetherWhere: (name: string, condition: string) =>
      statement<ListedTogether>(`${table}_${name}`, (sql) => childrenTogether(sql, condition)),
    /** $1 account, $2 JSON list of ids */
    sizes: sizes('sizes', (sql) => `WHERE account_id = $1 AND ${listed(sql, '$2')}`),
    /** $1 project, $2 account, $3 after this id, $4 limit: all items of a project */
    sizesOfChildren: sizes(
      'sizes_of_children',
      (sql) => `WHERE ${childrenAfter(sql)} ORDER BY id LIMIT $4`
    ),
    /** $1 cohort, $2 account, $3 limit: the items of a cohort */
    sizesOfCohort: sizes('sizes_of_cohort', () => 'WHERE cohort_id = $1 AND account_id = $2 ORDER BY id LIMIT $3'),
    /** $1 account, $2 e-mail, $3 limit: the first items of an owner, in any state */
    sizesOfOwner: sizes('sizes_of_owner', () => 'WHERE account_id = $1 AND owner = $2 ORDER BY id LIMIT $3'),
    /** $1 JSON list of projects, $2 account, $3 limit: some of the items in them */
    sizesIn: inEach('sizes_in', '$3'),
    /**
     * $1 JSON list of projects, $2 account, $3 cohort, $4 limit: some of the items in them that are not in the cohort
     */
    sizesOfStrangers: inEach('sizes_of_strangers', '$4', 'AND (cohort_id IS NULL OR cohort_id <> $3)'),
    /** $1 project, $2 account, $3 id: an active item of a project, as JSON, of any size */
    child: statement<{ json: string }>(`${table}_child`, (sql) => `
      SELECT ${shape.json(sql)} AS json FROM ${table} WHERE id = $3 AND project_id = $1 AND account_id = $2
        AND cohort_id IS NULL`),
    /** $1 account, $2 JSON list of ids, $3 cohort or null */
    setCohort: change(
      'set_cohort',
      (sql) => `UPDATE ${table} SET cohort_id = $3 WHERE account_id = $1 AND ${listed(sql, '$2')}`
    ),
    /** $1 account, $2 JSON list of ids, $3 e-mail */
    setOwner: change('set_owner', (sql) => `UPDATE ${table} SET owner = $3 WHERE account_id = $1 AND ${listed(sql, '$2')}`),
    /** $1 account, $2 JSON list of ids */
    unassignList: change(
      'unassign_list',
      (sql) => `UPDATE ${table} SET project_id = NULL WHERE account_id = $1 AND ${listed(sql, '$2')}`
    ),
    /** $1 account, $2 JSON list of ids */
    removeList: change('remove_list', (sql) => `DELETE FROM ${table} WHERE account_id = $1 AND ${listed(sql, '$2')}`)
  }
}
