import { rename } from 'node:fs/promises'
import { emptyMetadata, previewSizes, type AnalysisResult, type AnalysisTask } from '../task.js'
import { loadSharp, makePreviews } from './picture.js'
import { runProgram } from './program.js'

/** The preview shows the first page. */
export async function analyseDocument (task: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const metadata = emptyMetadata(contentType)
  const { programs: { pdftoppm }, path, scratch } = task
  const sharp = pdftoppm === null ? null : await loadSharp()
  if (pdftoppm === null || sharp === null) return { outcome: 'done', metadata, previews: [] }
  const [[, pixels]] = previewSizes
  const failure = await runProgram(pdftoppm, ['-f', '1', '-l', '1', '-singlefile', '-png', '-scale-to', String(pixels),
    path, scratch])
  // A document with a password is whole, and has no preview.
  if (failure !== null && /password/i.test(failure)) return { outcome: 'done', metadata, previews: [] }
  if (failure !== null) return { outcome: 'failed', error: 'The document cannot be read' }
  await rename(`${scratch}.png`, scratch)
  return { outcome: 'done', metadata, previews: await makePreviews(sharp, scratch, task.previews) }
}
