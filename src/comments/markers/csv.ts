import { BYTE_ORDER_MARK, openCsvWriter, protect } from '../../basics/csv.js'
import { nameOf } from '../present.js'
import { codesOfComment, type Film, type Outline } from './film.js'

const COLUMNS = ['Marker Name', 'Description', 'In', 'Out', 'Duration', 'Marker Type', 'Time', 'Page', 'Internal', 'Done',
  'Reply To', 'Id']
/** Rows that are written at once. */
const PAGE = 100

/** A row for each comment, with or without a time, and replies behind what they answer. */
export const csv = {
  idsOf: ({ threads }: Outline): number[] =>
    threads.flatMap(({ comment, replies }) => [comment, ...replies].map(({ id }) => id)),

  async * write (film: Film): AsyncGenerator<string> {
    const toText = await openCsvWriter()
    const toCell = film.forExcel ? protect : String
    yield (film.forExcel ? BYTE_ORDER_MARK : '') + toText([COLUMNS])
    for (let left = csv.idsOf(film).length; left > 0; left -= PAGE) {
      yield toText((await film.read(PAGE)).map((row) => {
        const codes = codesOfComment(row, film.clock)
        const others = [row.time, row.page, Boolean(row.internal), Boolean(row.done), row.reply_to, row.id]
        return [nameOf(row), row.text, codes?.in ?? '', codes?.out ?? '', codes?.duration ?? '', 'Comment',
          ...others.map((value) => value === null ? '' : String(value))].map(toCell)
      }))
    }
  }
}
