import { BYTE_ORDER_MARK, openCsvWriter, protect } from '../../basics/csv.js'
import { MEBIBYTE } from '../../basics/units.js'
import type { Caller } from '../../core/caller.js'
import { statement, type Sql } from '../../database/sql.js'
import { isEntries, parseDocument } from '../../fields/values/documents.js'
import { isBounded } from '../../items/sight.js'
import { seenAmong } from '../../items/standing.js'
import { linePartsOf, type LoadedItem } from '../../lines/load.js'
import { presentLine } from '../../lines/present.js'
import { exportedColumns, fieldColumn, fieldHeading, sheetColumns, writeTags } from '../columns.js'
import { findColumnFields, type ColumnField } from '../fields.js'
import type { ExportRequest } from './parameters.js'

/** A format: what comes before the first item, and the text of items in pieces, between which others have a turn. */
export interface Writer {
  readonly head: string
  readonly write: (items: readonly LoadedItem[]) => AsyncGenerator<string>
}

/** A longer text is cut into pieces, in characters. */
const PIECE = MEBIBYTE / 4
/** Cells that are written in one turn. */
const CELLS = 20_000

/** $1 account, $2 JSON list of projects */
const findTitles = statement<{ id: string, title: string }>(
  'export_project_titles',
  (sql) => `SELECT id, title FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`
)

export async function createWriter (sql: Sql, caller: Caller, { format, forExcel }: ExportRequest): Promise<Writer> {
  if (format === 'ndjson') return { head: '', write: (items) => writeLines(sql, caller, items) }
  const fields = await findColumnFields(sql, caller.accountId)
  return forExcel ? createSheetWriter(sql, caller, fields) : createCsvWriter(fields)
}

async function * writeLines (sql: Sql, caller: Caller, items: readonly LoadedItem[]): AsyncGenerator<string> {
  let text = ''
  for (const item of items) {
    text += presentLine(item).slice(0, -1)
    for (const part of linePartsOf[item.type]) {
      text += `,"${part.name}":[`
      let separator = ''
      for await (const few of item.parts.includes(part) ? part.read(sql, caller.accountId, item.id) : []) {
        text += separator + few.join()
        separator = ','
        if (text.length > PIECE) {
          yield text
          text = ''
        }
      }
      text += ']'
    }
    text += '}\n'
  }
  yield text
}

/** Rows with many columns are written a few at a time. */
function * fewRows (items: readonly LoadedItem[], columns: number): Generator<readonly LoadedItem[]> {
  const most = Math.max(1, Math.floor(CELLS / columns))
  for (let start = 0; start < items.length; start += most) yield items.slice(start, start + most)
}

async function createCsvWriter (fields: readonly ColumnField[]): Promise<Writer> {
  const toText = await openCsvWriter()
  const toRow = createRowWriter(fields)
  return {
    head: toText([[...exportedColumns, ...fields.map(({ id }) => fieldColumn(id))]]),
    async * write (items) {
      for (const few of fewRows(items, fields.length + exportedColumns.length)) {
        yield toText(few.map((item) => toRow(item, parseItem(item))))
      }
    }
  }
}

/** For people: fields and projects by name, and columns about the file. */
async function createSheetWriter (sql: Sql, caller: Caller, fields: readonly ColumnField[]): Promise<Writer> {
  const toText = await openCsvWriter()
  const toRow = createRowWriter(fields)

  async function toRows (items: readonly LoadedItem[]): Promise<string> {
    const parsed = items.map((item) => [item, parseItem(item)] as const)
    const named = new Set(parsed.map(([, { project_id: id }]) => id as string | null).filter((id) => id !== null))
    const projects = isBounded(caller) ? await seenAmong('project', sql, caller, [...named]) : named
    const rows = await sql.all(findTitles, [caller.accountId, JSON.stringify([...projects])])
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    return toText(parsed.map(([item, shown]) => {
      const file = item.files.findLast(({ status }) => status === 'ready')
      const more = [titles.get(shown.project_id as string), file?.size, file?.sha256]
      return [...toRow(item, shown), ...more.map((value) => String(value ?? ''))].map(protect)
    }))
  }

  const headings = [...exportedColumns, ...fields.map(fieldHeading), ...sheetColumns]

  async function * write (items: readonly LoadedItem[]): AsyncGenerator<string> {
    for (const few of fewRows(items, headings.length)) yield await toRows(few)
  }

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
