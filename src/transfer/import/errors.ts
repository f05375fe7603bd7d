import type { Page } from '../../core/page.js'
import type { ErrorRow } from './rows.js'

const PAGE = 1000

/** All errors of an import as a CSV, in pieces. */
export async function * writeErrors (read: (page: Page) => Promise<ErrorRow[]> | ErrorRow[]): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync')
  const toText = (rows: ReadonlyArray<readonly unknown[]>) => stringify(rows as unknown[][], { record_delimiter: '\r\n' })
  let head = toText([['line', 'column', 'error']])
  for (let after = 0; ;) {
    const rows = await read({ after: String(after), limit: PAGE })
    yield head + toText(rows.map(({ line, column, error }) => [line, column ?? '', error]))
    if (rows.length < PAGE) return
    after = rows.at(-1)!.number
    head = ''
  }
}
