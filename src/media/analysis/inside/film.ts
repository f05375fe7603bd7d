import type { AnalysisResult, AnalysisTask, FileMetadata, MadePreview } from '../task.js'
import { previewSizes } from '../task.js'
import { filmFormats } from './kind.js'
import { loadSharp, makePreviews } from './picture.js'
import { runProgram } from './program.js'
import { readStreams } from './streams.js'

/** The frame of the preview comes after this part of the film, as beginnings are dark. */
const PART = 0.1
const LATEST_SECOND = 60

export async function analyseFilm (task: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const metadata = await readStreams(task.path, contentType)
  if (metadata === null) return { outcome: 'failed', error: 'There is neither a picture nor a sound in the file' }
  return { outcome: 'done', metadata, previews: metadata.width === null ? [] : await picturesOf(task, metadata) }
}

/** Empty if no frame can be taken. The metadata are known all the same. */
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

/** Reads this file only, as the format that its type names. Playlists and addresses are not followed. */
function frameOptions (path: string, format: string, start: number, target: string): string[] {
  const [[, pixels]] = previewSizes
  return ['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'file',
    '-f', format, '-ss', start.toFixed(3), '-i', `file:${path}`, '-map', '0:v:0', '-frames:v', '1',
    '-vf', `scale='min(${pixels},iw)':'min(${pixels},ih)':force_original_aspect_ratio=decrease`,
    '-map_metadata', '-1', '-c:v', 'png', '-f', 'image2', '-update', '1', '-y', `file:${target}`]
}
