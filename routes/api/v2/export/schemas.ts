import { Type, type TObject } from '@sinclair/typebox'
import { described } from '#src/http/schemas.js'
import { SheetReader } from '#src/http/sheets.js'
import { lineParts } from '#src/lines/load.js'
import type { Tag } from '#src/openapi/tags.js'
import { exportedColumns } from '#src/transfer/columns.js'
import { Format } from '#src/transfer/export/parameters.js'
import type { Spooled } from '#src/transfer/export/spool.js'
import { wholeExample } from '../examples.js'
import { Asset } from '../schemas.js'
import { SearchQuery } from '../search/schemas.js'

export const movingTag: Tag = {
  name: 'Moving',
  description: 'An export writes all assets and projects in one stream. An import reads them.',
  position: 40
}

const { limit: _limit, cursor: _cursor, facets: _facets, total: _total, sort, ...filters } = SearchQuery.properties

export const ExportQuery: TObject = Type.Object({
  ...filters,
  sort: {
    ...sort!,
    description:
      'Order of the items. By default, projects come before the items below them, and before assets, so that an import can read the export.'
  },
  format: Type.Optional(described(Format, 'Format of the export, `ndjson` by default.', 'csv')),
  for: Type
    .Optional(described(
      SheetReader,
      'Program that shows the CSV to people. For `excel` the CSV has a byte order mark, an apostrophe before values that a spreadsheet would run as formulas, custom fields under their names, such as `Location (field.1)`, and the columns `project_title`, `media_size` and `media_checksum` at the end. An import accepts it. Only with `format=csv`.',
      'excel'
    ))
})

/** What domains add to a line. */
const added = lineParts.map(({ name }) => name)

const line = JSON.stringify({ type: 'asset', asset: wholeExample(Asset), custom_fields: [], media: [], ...Object.fromEntries(added.map((name) => [name, []])) })

/** The answer in either format. */
export const ExportReply = Type.Unsafe<Spooled>({
  description:
    'The items, all as they were at one moment. If the connection ends before the stream ends, the export is incomplete.',
  content: {
    'application/x-ndjson': { schema: Type.String({ description: `A line of JSON for each item: \`{type, asset | project, ${['custom_fields', 'media', ...added].join(', ')}}\`.`, examples: [`${line}\n`] }) },
    'text/csv': { schema: Type.String({ description: `CSV as in RFC 4180. The columns are ${exportedColumns.map((name) => `\`${name}\``).join(', ')}, and \`field.<id>\` for each field of a \`default\` group.`, examples: [`${exportedColumns.join()}\r\n`] }) }
  }
})
