import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import type { AnalysisResult, FileMetadata } from '#src/media/analysis/task.js'
import { isViewed } from '#src/media/serve/content-type.js'
import { kindsOfFiles } from '../helper/kinds-of-files.js'
import { lookInOneProcess } from '../helper/media/look.js'
import { needs } from '../helper/media/samples.js'

const DOCUMENT = join(projectRoot, 'docs/media.md')

/** The columns after the type, and the fields that each of them stands for. */
const columns: ReadonlyArray<readonly [heading: string, names: ReadonlyArray<keyof FileMetadata>]> = [
  ['size', ['width', 'height']],
  ['length', ['duration']],
  ['rate', ['frame_rate']],
  ['codecs', ['video_codec', 'audio_codec']],
  ['bit rate', ['bit_rate']],
  ['sound', ['channels', 'sample_rate']],
  ['colours', ['color_space']],
  ['taken', ['taken_at']],
  ['EXIF', ['exif']],
  ['IPTC', ['iptc']],
  ['XMP', ['xmp']],
  ['tags', ['tags']]
]
const headings = ['file', '`content_type`', ...columns.map(([heading]) => heading), '`previews`', '`view_url`']

const { look } = lookInOneProcess()

async function rowOf (t: Test, name: string, bytes: Buffer): Promise<string> {
  const result = await look(t, bytes) as Exclude<AnalysisResult, { outcome: 'failed' }>
  t.ok(result.metadata, name)
  const { metadata } = result
  const cells = [
    ...columns.map(([, names]) => names.some((each) => metadata[each] !== null)),
    result.outcome === 'done' && result.previews.length > 0,
    isViewed(metadata.content_type)
  ]
  return toRow([name, `\`${metadata.content_type}\``, ...cells.map((isThere) => isThere ? '×' : '')])
}

const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

t.test('The table of docs/media.md shows which metadata each kind of files gives', needs.all, async (t) => {
  const rows: string[] = []
  for (const { name, make } of kindsOfFiles) {
    await t.test(name, async (t) => { rows.push(await rowOf(t, name, await make(t))) })
  }
  const table = [toRow(headings), toRow(headings.map(() => '---')), ...rows].join('\n')
  const text = await readFile(DOCUMENT, 'utf8')
  const start = text.indexOf(toRow(headings))
  t.not(start, -1, 'the table is in the document')
  const end = text.indexOf('\n\n', start)
  if (process.env.UPDATE === '1') await writeFile(DOCUMENT, text.slice(0, start) + table + text.slice(end))
  else t.equal(text.slice(start, end), table)
})
