/** Rows as RFC 4180 has them: also a line's end of another kind than that of the rows stands in quotes. */
export type WriteRows = (rows: ReadonlyArray<readonly string[]>) => string

/** Loaded when it is needed, as most processes never are asked for a CSV. */
export async function openCsvWriter (): Promise<WriteRows> {
  const { stringify } = await import('csv-stringify/sync')
  return (rows) => stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}
