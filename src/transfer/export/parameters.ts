import { InvalidParameter, UnknownParameter } from '../../errors.js'
import { inspect } from '../../http/inspect.js'
import { mustBeOneOf, STRING_RULE } from '../../http/schemas.js'
import { readSearch, type Search } from '../../search/parameters.js'

/** What is to be exported, and how it is to be written. */
export interface ExportRequest {
  readonly search: Search
  /** Whether an order was asked for. */
  readonly isSorted: boolean
  readonly format: 'ndjson' | 'csv'
  readonly forExcel: boolean
}

export const formats = ['ndjson', 'csv'] as const
export const FOR_RULE = 'Must come with format=csv'
/** Parameters of a search that make no sense where everything is answered. */
const REFUSED = new Set(['limit', 'cursor', 'facets', 'total'])

/** Throws UnknownParameter and InvalidParameter. */
export function readExport (query: Readonly<Record<string, unknown>>): ExportRequest {
  const { format = 'ndjson', for: reader, ...filters } = query
  const refused = Object.keys(filters).find((name) => REFUSED.has(name))
  if (refused !== undefined) throw new UnknownParameter(refused)
  const search = readSearch({ query: filters })
  if (format !== 'ndjson' && format !== 'csv') {
    throw new InvalidParameter(
      'format',
      inspect(format),
      typeof format === 'string' ? mustBeOneOf(formats) : STRING_RULE
    )
  }
  if (reader !== undefined && reader !== 'excel') {
    throw new InvalidParameter(
      'for',
      inspect(reader),
      typeof reader === 'string' ? mustBeOneOf(['excel']) : STRING_RULE
    )
  }
  if (reader !== undefined && format !== 'csv') throw new InvalidParameter('for', inspect(reader), FOR_RULE)
  return { search, isSorted: Object.hasOwn(filters, 'sort'), format, forExcel: reader === 'excel' }
}
