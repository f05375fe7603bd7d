import { BYTE_ORDER_MARK, openCsvWriter, protect } from '../../basics/csv.js'
import { calledToGuests } from '../../access/user-name.js'
import { codesOfComment, type Film, type Outline } from './film.js'

const COLUMNS = ['Marker Name', 'Description', 'In', 'Out', 'Duration', 'Marker Type', 'Time', 'Page', 'Internal', 'Done',
  'Reply To', 'Id']
/** A row for each comment, with or without a time, and replies behind what they answer. */
export const csv = {
  idsOf: ({ threads }: Outline): number[] =>
    threads.flatMap(({ comment, replies }) => [comment, ...replies].map(({ id }) => id)),

  async * write (film: Film): AsyncGenerator<string> {
    const toText = await openCsvWriter()
    const toCell = film.forExcel ? protect : String
    yield (film.forExcel ? BYTE_ORDER_MARK : '') + toText([COLUMNS])
    const { length } = csv.idsOf(film)
    for (let position = 0; position < length; position++) {
      const row = await film.read(position)
      if (row === undefined) continue
      const codes = codesOfComment(row, film.clock)
      const others = [row.time, row.page, Boolean(row.internal), Boolean(row.done), row.reply_to, row.id]
      yield toText([[calledToGuests(row), row.text, codes?.in ?? '', codes?.out ?? '', codes?.duration ?? '', 'Comment',
        ...others.map((value) => value === null ? '' : String(value))].map(toCell)])
    }
  }
}
