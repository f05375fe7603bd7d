import { Type } from '@sinclair/typebox'
import { described, Nullable, OneOf, strict } from '#src/http/schemas.js'
import { FLAG_RULE } from '#src/http/search-parameters.js'
import { keys, modes } from '#src/transfer/import/rows.js'
import { samples } from '../schemas.js'

const text = Type.String()
const count = (description: string, example: number) => described(Type.Integer(), description, example)

export const ImportQuery = strict(Type.Object({
  mode: Type
    .Optional(described(
      OneOf(modes),
      '`create`: every row makes an item. `update`: every row changes one. `upsert`, if it is not sent: one or the other.',
      'upsert'
    )),
  key: Type
    .Optional(described(
      OneOf(keys),
      'By which column an item is known; `external_id` if it is not sent.',
      'external_id'
    )),
  dry_run: Type
    .Optional(described(
      { ...OneOf(['true', 'false']), wrongValue: FLAG_RULE, wrongType: FLAG_RULE, documentedAs: { type: 'boolean' } },
      'Whether only to say what would happen.',
      true
    ))
}))

export const ImportParams = Type.Object({ import_id: described(text, 'Id of the import.', samples.importId) })

const Import = Type.Object({
  id: described(text, 'Id of the import.', samples.importId),
  status: described(
    Type.Unsafe<string>({ type: 'string', enum: ['pending', 'running', 'done', 'failed', 'cancelled'] }),
    'How far it is.',
    'done'
  ),
  mode: described(Type.Unsafe<string>({ type: 'string', enum: [...modes] }), 'As it was sent.', 'upsert'),
  key: described(Type.Unsafe<string>({ type: 'string', enum: [...keys] }), 'As it was sent.', 'external_id'),
  dry_run: described(Type.Boolean(), 'Whether it only says what would happen.', false),
  rows: count('Rows until now.', 100),
  created: count('Rows that made an item.', 60),
  updated: count('Rows that changed one.', 30),
  unchanged: count('Rows that say what is there already.', 9),
  failed: count('Rows that are wrong: `errors` tells why.', 1),
  media_failed: count('Files of its rows that could not be fetched, also after its end: `media_status=failed` finds them.', 0),
  error: described(Nullable(text), 'Why the import as a whole could not be done, or not to its end.', null),
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  finished_at: described(Nullable(text), 'Null until it has come to its end.', samples.laterMilliseconds)
}, { title: 'Import' })

const RowError = Type.Object({
  line: described(Type.Integer(), 'The line of the file on which the row begins.', 17),
  column: described(Nullable(text), 'Null where it is the row as a whole.', 'external_id'),
  error: described(text, 'What is wrong.', 'has already been taken')
}, { title: 'ImportError' })

export const ImportReply = Type.Object({ import: Import }, { description: 'The import, which goes on by itself.' })
export const ImportsReply = Type.Object({ imports: Type.Array(Import) }, {
  description: 'A page of imports, newest first.'
})
export const ImportAndErrorsReply = Type.Object({ import: Import, errors: Type.Array(RowError) }, {
  description: 'The import, and the first 1,000 errors of its rows.'
})

export const ErrorsReply = {
  description: 'All errors.',
  content: {
    'text/csv': {
      schema: Type.String({ examples: ['line,column,error\r\n17,external_id,has already been taken\r\n'] })
    }
  }
}

/** The bodies, for the API document. */
export const ImportBodies = {
  'text/csv': {
    type: 'string',
    description:
      'RFC 4180, also with `;` or tabs between the columns, whose names are in the first line: those of an export of either kind, `project` (the id or the external id of a project), `file_url` and `filename`.',
    examples: ['type,external_id,title,tags\r\nasset,MAM-1,Interview,raw|4k\r\n']
  },
  'application/x-ndjson': {
    type: 'string',
    description: 'A line of JSON for each item, as an export has it, or with the columns as keys.',
    examples: ['{"type":"asset","external_id":"MAM-1","title":"Interview","tags":["raw","4k"]}\n']
  }
}
