import { Type, type TObject } from '@sinclair/typebox'
import { described } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { exportedColumns } from '#src/transfer/columns.js'
import { Format, Reader } from '#src/transfer/export/parameters.js'
import { wholeExample } from '../examples.js'
import { Asset } from '../schemas.js'
import { SearchQuery } from '../search/schemas.js'

export const movingTag: Tag = {
  name: 'Moving',
  description: 'Everything out, in one stream, and in again.',
  position: 40
}

const { limit: _limit, cursor: _cursor, facets: _facets, total: _total, sort, ...filters } = SearchQuery.properties

export const ExportQuery: TObject = Type.Object({
  ...filters,
  sort: {
    ...sort!,
    description:
      'Without it projects come before what stands below them, and before assets, so that an import can read it.'
  },
  format: Type.Optional(described(Format, '`ndjson` if it is not sent.', 'csv')),
  for: Type
    .Optional(described(
      Reader,
      'With `format=csv`, for people: a byte order mark, an apostrophe before what a spreadsheet would run, fields by their names, as `Location (field.1)`, and `project_title`, `media_size` and `media_checksum` at the end. An import takes it back.',
      'excel'
    ))
})

const line = JSON.stringify({ type: 'asset', asset: wholeExample(Asset), custom_fields: [], media: [], comments: [] })

/** The answer in either format. */
export const ExportReply = {
  description:
    'Everything that was asked for, as of one moment. Where the connection ends before the stream does, it is not whole.',
  content: {
    'application/x-ndjson': { schema: Type.String({ description: 'A line of JSON for each item: `{type, asset | project, custom_fields, media, comments}`.', examples: [`${line}\n`] }) },
    'text/csv': { schema: Type.String({ description: `RFC 4180. The columns are ${exportedColumns.map((name) => `\`${name}\``).join(', ')}, and \`field.<id>\` for each field of a \`default\` group.`, examples: [`${exportedColumns.join()}\r\n`] }) }
  }
}
