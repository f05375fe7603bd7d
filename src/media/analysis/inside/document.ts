import { rename } from 'node:fs/promises'
import { emptyMetadata, previewSizes, type AnalysisResult, type AnalysisTask } from '../task.js'
import { readDocument } from './document-texts.js'
import { loadSharp, makePreviews } from './picture.js'
import { runProgram } from './program.js'

/** A page has no pixels. On paper this many in an inch look sharp. */
const PIXELS_PER_INCH = 150
const POINTS_PER_INCH = 72

/** The preview shows the first page. */
export async function analyseDocument (task: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const { programs: { pdftoppm }, path, scratch } = task
  const { tags, xmp, longerSide } = await readDocument(path)
  const metadata = { ...emptyMetadata(contentType), tags, xmp }
  const sharp = pdftoppm === null ? null : await loadSharp()
  if (pdftoppm === null || sharp === null) return { outcome: 'done', metadata, previews: [] }
  const { failure } = await runProgram(pdftoppm, ['-f', '1', '-l', '1', '-singlefile', '-png', '-cropbox',
    '-scale-to', String(toPixels(longerSide)), path, scratch])
  // A document with a password is whole, and has no preview.
  if (failure !== null && /password/i.test(failure)) return { outcome: 'done', metadata, previews: [] }
  if (failure !== null) return { outcome: 'failed', error: 'The document cannot be read' }
  await rename(`${scratch}.png`, scratch)
  return { outcome: 'done', metadata, previews: await makePreviews(sharp, scratch, task.previews) }
}

function toPixels (points: number | null): number {
  const [[, largest]] = previewSizes
  if (points === null) return largest
  return Math.max(1, Math.min(largest, Math.round(points / POINTS_PER_INCH * PIXELS_PER_INCH)))
}
