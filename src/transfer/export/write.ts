import type { Caller } from '../../core/caller.js'
import type { Sql } from '../../database/sql.js'
import { isEntries, parseDocument } from '../../fields/values/documents.js'
import type { LoadedItem } from '../../lines/load.js'
import { presentLine } from '../../lines/present.js'
import { BYTE_ORDER_MARK, exportedColumns, fieldColumn, protect, writeTags } from '../columns.js'
import { openCsvWriter } from '../csv.js'
import { findColumnFields, type ColumnField } from '../fields.js'
import type { ExportRequest } from './parameters.js'

/** How items are written: what comes before the first, and the text of some. */
export interface Writer {
  readonly head: string
  readonly write: (items: readonly LoadedItem[]) => string
}

export async function createWriter (sql: Sql, caller: Caller, { format, forExcel }: ExportRequest): Promise<Writer> {
  return format === 'ndjson'
    ? { head: '', write: writeLines }
    : createCsvWriter(await findColumnFields(sql, caller.accountId), forExcel)
}

function writeLines (items: readonly LoadedItem[]): string {
  return items.map((item) => `${presentLine(item)}\n`).join('')
}

async function createCsvWriter (fields: readonly ColumnField[], forExcel: boolean): Promise<Writer> {
  const toText = await openCsvWriter()
  const groups = new Set(fields.map((field) => field.field_group_id))

  function toRow ({ type, json, groups: held }: LoadedItem): string[] {
    const item = JSON.parse(json) as Record<string, unknown>
    const shown = held.filter((group) => groups.has(group.field_group_id))
    const values = new Map(shown.map((group) => [group.field_group_id, parseDocument(group.document)]))
    const cells = exportedColumns.map((column) =>
      column === 'type' ? type : column === 'tags' ? writeTags(item.tags as string[]) : String(item[column] ?? '')
    )
    for (const { id, field_group_id: groupId } of fields) {
      const document = values.get(groupId)
      // Where somebody has put entries into a default group there is not one value.
      cells.push(document === undefined || isEntries(document) ? '' : String(document[id] ?? ''))
    }
    return forExcel ? cells.map(protect) : cells
  }

  return {
    head: (forExcel ? BYTE_ORDER_MARK : '') +
      toText([[...exportedColumns, ...fields.map(({ id }) => fieldColumn(id))]]),
    write: (items) => toText(items.map(toRow))
  }
}
