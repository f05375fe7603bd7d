import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { described, Nullable, OneOf, strict } from '#src/http/schemas.js'
import { FLAG_RULE } from '#src/http/search-parameters.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { keys, modes } from '#src/transfer/import/rows.js'
import { samples } from '../schemas.js'

const text = Type.String()
const count = (description: string, example: number) => described(Type.Integer(), description, example)

export const ImportQuery = strict(Type.Object({
  mode: Type
    .Optional(described(
      OneOf(modes),
      'Mode of the import. `create`: every row creates an item. `update`: every row updates an item. `upsert`, the default: a row updates the item that it names, or creates it if it does not exist.',
      'upsert'
    )),
  key: Type
    .Optional(described(
      OneOf(keys),
      'Column that identifies an item, `external_id` by default.',
      'external_id'
    )),
  dry_run: Type
    .Optional(described(
      { ...OneOf(['true', 'false']), wrongValue: FLAG_RULE, wrongType: FLAG_RULE, documentedAs: { type: 'boolean' } },
      'Whether this is a dry run, which reports the results and changes nothing. `false` by default.',
      true
    ))
}))

export const ImportParams = Type.Object({ import_id: described(text, idOf('import'), samples.importId) })

const Import = Type.Object({
  id: described(text, idOf('import'), samples.importId),
  status: described(
    Type.Unsafe<string>({ type: 'string', enum: ['pending', 'running', 'done', 'failed', 'cancelled'] }),
    'Status of the import.',
    'done'
  ),
  mode: described(Type.Unsafe<string>({ type: 'string', enum: [...modes] }), 'Mode of the import.', 'upsert'),
  key: described(Type.Unsafe<string>({ type: 'string', enum: [...keys] }), 'Column that identifies an item.', 'external_id'),
  dry_run: described(Type.Boolean(), 'Whether the import is a dry run, which changes nothing.', false),
  rows: count('Number of rows processed so far.', 100),
  created: count('Number of rows that created an item.', 60),
  updated: count('Number of rows that changed an item.', 30),
  unchanged: count('Number of rows that changed nothing, because the item has these values already.', 9),
  failed: count('Number of rows that failed. The reasons are in `errors`.', 1),
  media_failed: count('Number of files of the rows that could not be fetched. It can grow after the end of the import. A search with `media_status=failed` finds their assets.', 0),
  error: described(Nullable(text), 'Reason why the whole import failed; null if it has not failed.', null),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  finished_at: described(Nullable(text), 'When the import ended; null before that.', samples.laterMilliseconds)
}, { title: 'Import' })

const RowError = Type.Object({
  line: described(Type.Integer(), 'Number of the line in the file where the row begins.', 17),
  column: described(Nullable(text), 'Name of the column; null if the error concerns the whole row.', 'external_id'),
  error: described(text, 'Text of the error.', 'has already been taken')
}, { title: 'ImportError' })

export const ImportReply = Type.Object({ import: Import }, { description: 'The import, which continues in the background.' })
export const ImportsReply = Type.Object({ imports: Type.Array(Import) }, {
  description: 'A page of the imports, newest first.'
})
export const ImportAndErrorsReply = Type.Object({ import: Import, errors: Type.Array(RowError) }, {
  description: 'The import, and the first 1,000 errors of its rows.'
})

export const ErrorsReply = Type.Unsafe<Readable>({
  description: 'All errors.',
  content: {
    'text/csv': {
      schema: Type.String({ examples: ['line,column,error\r\n17,external_id,has already been taken\r\n'] })
    }
  }
})

/** The bodies, for the API document. */
export const ImportBodies = {
  'text/csv': {
    type: 'string',
    description:
      'CSV as in RFC 4180. The columns can also be separated by `;` or tabs. The first line has their names: those of an export, with or without `for=excel`, and also `project` (the id or the external id of a project), `file_url` and `filename`.',
    examples: ['type,external_id,title,tags\r\nasset,MAM-1,Interview,raw|4k\r\n']
  },
  'application/x-ndjson': {
    type: 'string',
    description: 'A line of JSON for each item: a line of an export, or an object with the columns as keys.',
    examples: ['{"type":"asset","external_id":"MAM-1","title":"Interview","tags":["raw","4k"]}\n']
  }
}
