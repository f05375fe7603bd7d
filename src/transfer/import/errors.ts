import type { Page } from '../../basics/page.js'
import { openCsvWriter } from '../../basics/csv.js'
import type { ErrorRow } from './rows.js'

const PAGE = 250

/** The errors of an import as a CSV, in pieces. */
export async function * writeErrors (read: (page: Page) => Promise<ErrorRow[]> | ErrorRow[]): AsyncGenerator<string> {
  const toText = await openCsvWriter()
  let head = toText([['line', 'column', 'error']])
  for (let after = 0; ;) {
    const rows = await read({ after: String(after), limit: PAGE })
    yield head + toText(rows.map(({ line, column, error }) => [String(line), column ?? '', error]))
    if (rows.length < PAGE) return
    after = rows.at(-1)!.number
    head = ''
  }
}
