import { UnknownParameter } from '../../errors.js'
import { OneOf } from '../../http/schemas.js'
import { requireSheet, SheetReader } from '../../http/sheets.js'
import { requireValid } from '../../http/validation.js'
import { readSearch, type Search } from '../../search/parameters.js'

/** An export: its items, and its format. */
export interface ExportRequest {
  readonly search: Search
  /** Whether the request has a `sort`. */
  readonly isSorted: boolean
  readonly format: 'ndjson' | 'csv'
  readonly forExcel: boolean
}

export const formats = ['ndjson', 'csv'] as const
export const Format = OneOf(formats)
/** Parameters of a search that an export does not take. */
const REFUSED = new Set(['limit', 'cursor', 'facets', 'total', 'include'])

/** Throws UnknownParameter and InvalidParameter. */
export function readExport (query: Readonly<Record<string, unknown>>): ExportRequest {
  const { format = 'ndjson', for: reader, ...filters } = query
  const refused = Object.keys(filters).find((name) => REFUSED.has(name))
  if (refused !== undefined) throw new UnknownParameter(refused)
  const search = readSearch({ query: filters })
  requireValid('format', Format, format)
  if (reader !== undefined) requireValid('for', SheetReader, reader)
  requireSheet(reader, format)
  return {
    search,
    isSorted: Object.hasOwn(filters, 'sort'),
    format: format as ExportRequest['format'],
    forExcel: reader === 'excel'
  }
}
