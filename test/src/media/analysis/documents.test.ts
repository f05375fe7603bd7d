import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { lookInOneProcess } from '../../../helper/media/look.js'
import { makePdf } from '../../../helper/media/pdf.js'
import { makeDocument, needs, tagged } from '../../../helper/media/samples.js'

async function askPdfinfo (t: Test, bytes: Buffer): Promise<Record<string, string>> {
  const path = join(t.testdir(), 'asked.pdf')
  await writeFile(path, bytes)
  const { stdout } = await promisify(execFile)('pdfinfo', [path])
  return Object.fromEntries(stdout.trim().split('\n').map((line) => line.split(/:\s+/, 2) as [string, string]))
}

const { look } = lookInOneProcess()
const page = '/MediaBox[0 0 300 200]'

t.test('The tags of a PDF are those that pdfinfo shows', needs.pdfinfo, async (t) => {
  const bytes = makePdf([page, page, page], "/Title(A title)/Author(Ada Lovelace)/Producer(By hand)/Creator(Pen)/Subject(Sea)/Keywords(a, b)/CreationDate(D:20240506070809+02'00')/ModDate(D:20240507080910Z)")
  const told = await askPdfinfo(t, bytes)
  t.match(told, { Title: 'A title', Pages: '3' })
  const result = await look(t, bytes)
  t.match(result, {
    outcome: 'done',
    metadata: {
      content_type: 'application/pdf',
      tags: {
        title: told.Title,
        author: told.Author,
        producer: told.Producer,
        creator: told.Creator,
        subject: told.Subject,
        keywords: told.Keywords,
        pages: Number(told.Pages),
        creation_date: '2024-05-06T07:08:09+02:00',
        modification_date: '2024-05-07T08:09:10Z'
      },
      xmp: null
    }
  })
})

t.test('A PDF with little information still has its number of pages, and a day is shown as a date', async (t) => {
  t.match(await look(t, makePdf([page], '/CreationDate(D:20240506)/ModDate(yesterday)')), {
    metadata: { tags: { pages: 1, creation_date: '2024-05-06', modification_date: 'yesterday' } }
  })
  t.match(await look(t, makeDocument()), { outcome: 'done', metadata: { tags: { pages: 1 } } })
})

t.test('XMP is read from a PDF', needs.exiftool, async (t) => {
  const bytes = await tagged(t, makePdf([page]), 'a.pdf', ['-XMP-dc:Creator=Ada', '-XMP-dc:Creator=Grace',
    '-XMP-dc:Title=Harbour', '-XMP-dc:Title-de=Hafen', '-PDF:Title=Grüße'])
  t.match(await look(t, bytes), {
    metadata: { xmp: { creator: ['Ada', 'Grace'], title: 'Harbour' }, tags: { title: 'Grüße' } }
  })
})

t.test('The preview of a page shows its visible part, and is no larger than on paper', needs.pdftoppm, async (t) => {
  for (
    const [options, width, height] of [
      ['/MediaBox[0 0 595 842]', 904, 1280],
      ['/MediaBox[0 0 595 842]/CropBox[100 100 400 300]', 625, 417],
      ['/MediaBox[0 0 36 36]', 75, 75],
      ['/MediaBox[0 0 300 200]/Rotate 90', 417, 625],
      ['/MediaBox[0 0 14400 7200]', 1280, 640]
    ] as const
  ) {
    const result = await look(t, makePdf([options]))
    if (result.outcome !== 'done') throw new Error(result.outcome)
    const [preview] = result.previews
    t.ok(Math.abs(preview!.width - width) <= 2 && Math.abs(preview!.height - height) <= 2,
      `${options}: ${preview!.width} × ${preview!.height}`)
  }
})
