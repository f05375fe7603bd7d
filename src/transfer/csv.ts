/** Writes rows by RFC 4180. Any line break inside a cell is quoted. */
export type WriteRows = (rows: ReadonlyArray<readonly string[]>) => string

/** Loaded with the first CSV. */
export async function openCsvWriter (): Promise<WriteRows> {
  const { stringify } = await import('csv-stringify/sync')
  return (rows) => stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}
