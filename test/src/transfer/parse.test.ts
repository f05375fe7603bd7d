import { Readable } from 'node:stream'
import t from 'tap'
import { parseCsv } from '#src/transfer/import/parse.js'
import { frames, type Frame } from '#src/transfer/import/records.js'

t.test('Parsing a large row of a CSV leaves turns of the event loop to others', async (t) => {
  const rows: Frame[] = []
  const file = Buffer.from(`"${'é,""'.repeat(1_000_000)}",b\n`)
  for await (const row of frames(Readable.from([file.subarray(0, 100_001), file.subarray(100_001)]), [','])) rows.push(row)
  t.equal(rows[0]!.cells, 2)
  let hadTurn = false
  setImmediate(() => { hadTurn = true })
  const [parsed] = await parseCsv(rows, { columns: ['title', 'category'], delimiter: ',', isProtected: false })
  t.ok(parsed !== null && 'cells' in parsed! && parsed.cells.get('title') === 'é,"'.repeat(1_000_000))
  t.ok(hadTurn)
})
