import type { Caller } from '../../core/caller.js'
import { statement, type Sql } from '../../database/sql.js'
import { isEntries, parseDocument } from '../../fields/values/documents.js'
import { isBounded, seenAmong } from '../../items/sight.js'
import type { LoadedItem } from '../../lines/load.js'
import { presentLine } from '../../lines/present.js'
import {
  BYTE_ORDER_MARK, exportedColumns, fieldColumn, fieldHeading, protect, sheetColumns, writeTags
} from '../columns.js'
import { openCsvWriter } from '../csv.js'
import { findColumnFields, type ColumnField } from '../fields.js'
import type { ExportRequest } from './parameters.js'

/** A format: what comes before the first item, and the text of items. */
export interface Writer {
  readonly head: string
  readonly write: (items: readonly LoadedItem[]) => string | Promise<string>
}

/** $1 account, $2 JSON list of projects */
const findTitles = statement(
  'export_project_titles',
  (sql) => `SELECT id, title FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`
)

export async function createWriter (sql: Sql, caller: Caller, { format, forExcel }: ExportRequest): Promise<Writer> {
  if (format === 'ndjson') return { head: '', write: writeLines }
  const fields = await findColumnFields(sql, caller.accountId)
  return forExcel ? createSheetWriter(sql, caller, fields) : createCsvWriter(fields)
}

function writeLines (items: readonly LoadedItem[]): string {
  return items.map((item) => `${presentLine(item)}\n`).join('')
}

async function createCsvWriter (fields: readonly ColumnField[]): Promise<Writer> {
  const toText = await openCsvWriter()
  const toRow = createRowWriter(fields)
  return {
    head: toText([[...exportedColumns, ...fields.map(({ id }) => fieldColumn(id))]]),
    write: (items) => toText(items.map((item) => toRow(item, parseItem(item))))
  }
}

/** For people: fields and projects by name, and columns about the file. */
async function createSheetWriter (sql: Sql, caller: Caller, fields: readonly ColumnField[]): Promise<Writer> {
  const toText = await openCsvWriter()
  const toRow = createRowWriter(fields)

  async function write (items: readonly LoadedItem[]): Promise<string> {
    const parsed = items.map((item) => [item, parseItem(item)] as const)
    const named = new Set(parsed.map(([, { project_id: id }]) => id as string | null).filter((id) => id !== null))
    const projects = isBounded(caller) ? await seenAmong('project', sql, caller, [...named]) : named
    const rows = await sql.all<{ id: string, title: string }>(findTitles, [caller.accountId,
      JSON.stringify([...projects])])
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    return toText(parsed.map(([item, shown]) => {
      const file = item.files.findLast(({ status }) => status === 'ready')
      const more = [titles.get(shown.project_id as string), file?.size, file?.sha256]
      return [...toRow(item, shown), ...more.map((value) => String(value ?? ''))].map(protect)
    }))
  }

  const headings = [...exportedColumns, ...fields.map(fieldHeading), ...sheetColumns]
  return { head: BYTE_ORDER_MARK + toText([headings.map(protect)]), write }
}

type Shown = Readonly<Record<string, unknown>>

function parseItem ({ json }: LoadedItem): Shown {
  return JSON.parse(json) as Shown
}

function createRowWriter (fields: readonly ColumnField[]) {
  const groups = new Set(fields.map((field) => field.field_group_id))

  return function toRow ({ type, groups: held }: LoadedItem, item: Shown): string[] {
    const shown = held.filter((group) => groups.has(group.field_group_id))
    const values = new Map(shown.map((group) => [group.field_group_id, parseDocument(group.document)]))
    const cells = exportedColumns.map((column) =>
      column === 'type' ? type : column === 'tags' ? writeTags(item.tags as string[]) : String(item[column] ?? '')
    )
    for (const { id, field_group_id: groupId } of fields) {
      const document = values.get(groupId)
      // A default group may hold entries, which have no single value.
      cells.push(document === undefined || isEntries(document) ? '' : String(document[id] ?? ''))
    }
    return cells
  }
}
