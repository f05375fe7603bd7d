import { codesOfComment, type Film, type MarkerFormat } from './film.js'

const COLUMNS = ['Marker Name', 'Description', 'In', 'Out', 'Duration', 'Marker Type', 'Time', 'Page', 'Internal', 'Done',
  'Reply To', 'Id']
/** Rows that are written at once. */
const PAGE = 100

/** A row for each comment, with or without a time, and replies behind what they answer. */
export const csv: MarkerFormat = {
  contentType: 'text/csv; charset=utf-8',
  needsRate: false,
  idsOf: ({ threads }) => threads.flatMap(({ comment, replies }) => [comment, ...replies].map(({ id }) => id)),
  write
}

async function * write ({ clock, threads, read }: Film): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync')
  const toText = (rows: string[][]) => stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
  yield toText([COLUMNS])
  for (let left = csv.idsOf({ clock, threads }).length; left > 0; left -= PAGE) {
    yield toText((await read(PAGE)).map((row) => {
      const codes = codesOfComment(row, clock)
      return [row.author, row.text, codes?.in ?? '', codes?.out ?? '', codes?.duration ?? '',
        'Comment', ...[row.time, row.page, Boolean(row.internal), Boolean(row.done), row.reply_to, row.id]
          .map((value) => value === null ? '' : String(value))]
    }))
  }
}
