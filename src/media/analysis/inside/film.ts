import type { AnalysisResult, AnalysisTask, FileMetadata, MadePreview } from '../task.js'
import { previewSizes } from '../task.js'
import { filmFormats } from './kind.js'
import { loadSharp, makePreviews } from './picture.js'
import { runProgram } from './program.js'
import { readStreams } from './streams.js'

/** The picture of a film is taken so far into it, and not where it is still dark. */
const PART = 0.1
const LATEST_SECOND = 60

export async function analyseFilm (task: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const metadata = await readStreams(task.path, contentType)
  if (metadata === null) return { outcome: 'failed', error: 'There is neither a picture nor a sound in the file' }
  return { outcome: 'done', metadata, previews: metadata.width === null ? [] : await picturesOf(task, metadata) }
}

/** None where no picture can be taken: what the film is made of is known all the same. */
async function picturesOf (task: AnalysisTask, { content_type: contentType, duration }: FileMetadata) {
  const { programs: { ffmpeg }, path, scratch } = task
  const sharp = ffmpeg === null ? null : await loadSharp()
  if (ffmpeg === null || sharp === null) return []
  const second = Math.min((duration ?? 0) * PART, LATEST_SECOND)
  for (const start of second > 0 ? [second, 0] : [0]) {
    await runProgram(ffmpeg, frameOptions(path, filmFormats[contentType]!, start, scratch))
    const previews = await makePreviews(sharp, scratch, task.previews).catch((): MadePreview[] => [])
    if (previews.length > 0) return previews
  }
  return []
}

/** Nothing but this file is read, by the one way that its type asks for: no list of others, no address. */
function frameOptions (path: string, format: string, start: number, target: string): string[] {
  const [[, pixels]] = previewSizes
  return ['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'file',
    '-f', format, '-ss', start.toFixed(3), '-i', `file:${path}`, '-map', '0:v:0', '-frames:v', '1',
    '-vf', `scale='min(${pixels},iw)':'min(${pixels},ih)':force_original_aspect_ratio=decrease`,
    '-map_metadata', '-1', '-c:v', 'png', '-f', 'image2', '-update', '1', '-y', `file:${target}`]
}
