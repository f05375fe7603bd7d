/** Writes rows by RFC 4180. Any line break inside a cell is quoted. */
export type WriteRows = (rows: ReadonlyArray<readonly string[]>) => string

/** Loaded with the first CSV. */
export async function openCsvWriter (): Promise<WriteRows> {
  const { stringify } = await import('csv-stringify/sync')
  return (rows) => stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}

/** A CSV that Excel opens begins with it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * White space and invisible characters: a spreadsheet may find a formula after them, also in full-width letters. A text
 * that begins with an apostrophe gets another one, so that an import can read it.
 */
const UNSEEN = String.raw`\s\p{Cc}\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064`
const DANGER = String.raw`(?:[${UNSEEN}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|\p{Cc})`
const RUN = new RegExp(`^'*${DANGER}`, 'u')
const PROTECTED = new RegExp(`^'+${DANGER}`, 'u')

/** A cell that a spreadsheet does not run. */
export function protect (cell: string): string {
  return RUN.test(cell) ? `'${cell}` : cell
}

export function unprotect (cell: string): string {
  return PROTECTED.test(cell) ? cell.slice(1) : cell
}
