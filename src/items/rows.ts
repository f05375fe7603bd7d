import type { Dialect, SqlValue } from '../database/sql.js'
import type { ItemColumn, ItemColumns, ItemValues } from './column-kinds.js'
import { assetColumns, projectColumns, type AssetRow, type ProjectRow, type Shown } from './columns.js'

export type { AssetRow, ProjectRow } from './columns.js'

export type ItemRow = AssetRow | ProjectRow

/** Fragments of statements and presenters, made from a column table. */
function createRowShape<Row extends ItemRow, Columns extends ItemColumns> (columns: Columns) {
  const all = Object.entries(columns)
  const stored = all.filter(([, { column }]) => column !== null)
  const editable = stored.filter(([, { edit }]) => edit !== undefined)
  const assignable = stored.filter(([name, { edit }]) => edit !== undefined || name === 'modification_date')
  const bytes = stored.filter(([, { isShort }]) => isShort !== true).map(([, { column, isNullable }]) =>
    isNullable === true ? `COALESCE(octet_length(${column}), 0)` : `octet_length(${column})`
  ).join(' + ')
  const valuesOf = (some: Array<[string, ItemColumn]>, row: ItemRow, time: Date) =>
    some.map(([name, { write }]) => write((row as ItemValues)[name]!, time))

  return {
    /** The columns of a SELECT. */
    select: (sql: Dialect) =>
      ['cohort_id', ...stored.map(([name, { select }]) => `${select(sql)} AS ${name}`)].join(', '),
    /** The minimum of memory for a row, computed without reading its texts. */
    bytes,
    /** The same, with the values of its custom fields. */
    bytesWithValues: (table: string) => `CAST(${bytes} +
      COALESCE((SELECT SUM(octet_length(document)) FROM field_values WHERE item_id = ${table}.id), 0) AS double precision)`,
    /**
     * The answer, made by the database as text: for long lists, where making an object of each row would cost more than
     * reading it.
     */
    json: (sql: Dialect) => sql.object([...all.map(([name, { json }]) => [name, json(sql)] as const)]),
    /** The answer, made of a row. */
    present: (row: Row): Shown<Columns> => {
      const shown: Record<string, unknown> = {}
      for (const [name, { present }] of all) shown[name] = present(row as ItemValues, name)
      return shown as Shown<Columns>
    },

    /** $1 account, then the values of `inserted`. */
    insert: (table: string, sql: Dialect) => `
      INSERT INTO ${table} (account_id, ${stored.map(([, { column }]) => column).join(', ')})
      VALUES ($1, ${stored.map(([, { bind }], index) => bind(sql, `$${index + 2}`)).join(', ')})`,
    /** $1 JSON list of such lists. */
    insertList: (table: string, sql: Dialect) => `
      INSERT INTO ${table} (account_id, ${stored.map(([, { column }]) => column).join(', ')})
      SELECT CAST(value ->> 0 AS integer),
        ${stored.map(([, { bind }], index) => bind(sql, `value ->> ${index + 1}`)).join(', ')}
        FROM ${sql.elements('$1')}`,
    inserted: (row: ItemRow, time: Date): SqlValue[] => valuesOf(stored, row, time),
    /** $1 id, $2 account, then the values of `updated`. */
    update: (table: string, sql: Dialect) => `
      UPDATE ${table} SET ${assignable.map(([, { column, bind }], index) => `${column} = ${bind(sql, `$${index + 3}`)}`).join(', ')}
      WHERE id = $1 AND account_id = $2`,
    /** $1 JSON list of such lists. */
    updateList: (table: string, sql: Dialect) => `
      UPDATE ${table} SET ${assignable.map(([, { column, bind }], index) => `${column} = ${bind(sql, `value ->> ${index + 2}`)}`).join(', ')}
      FROM ${sql.elements('$1')}
      WHERE ${sql.among(`${table}.id`, `SELECT value ->> 0 FROM ${sql.elements('$1')}`)} AND ${table}.id = value ->> 0
        AND account_id = CAST(value ->> 1 AS integer)`,
    updated: (row: ItemRow, time: Date): SqlValue[] => valuesOf(assignable, row, time),

    /** The row with the sent changes of a PUT. Absent fields stay. */
    edit: (row: Row, sent: object): Row => {
      const edits = editable.filter(([name]) => (sent as Record<string, unknown>)[name] !== undefined)
        .map(([name, { edit }]) => [name, edit!((sent as Record<string, never>)[name]!)] as const)
      return { ...row, ...Object.fromEntries(edits) }
    },
    /** The names of the fields by which two rows differ that a PUT may change. */
    differences: (before: Row, after: Row): string[] => editable.map(([name]) => name)
      .filter((name) => (before as ItemValues)[name] !== (after as ItemValues)[name])
  }
}

export type RowShape<Row extends ItemRow> = ReturnType<typeof createRowShape<Row, ItemColumns>>

export const assetShape = createRowShape<AssetRow, typeof assetColumns>(assetColumns)
export const projectShape = createRowShape<ProjectRow, typeof projectColumns>(projectColumns)

/** Whether an item is a private project. */
export function isPrivate (row: ItemRow): boolean {
  return 'private' in row && row.private === 1
}

export const presentAsset = assetShape.present
export const presentProject = projectShape.present
