import type { AnalysisResult, AnalysisTask, FileMetadata, MadePreview } from '../task.js'
import { previewSizes } from '../task.js'
import { readFilmXmp } from './film-xmp.js'
import { filmFormats } from './kind.js'
import { loadSharp, makePreviews } from './picture.js'
import { inputOptions } from './probe.js'
import { runProgram } from './program.js'
import { describeSound } from './sound.js'
import { readStreams, WIDEST_PIXEL } from './streams.js'

/** The frame of the preview comes after this part of the film, as beginnings are dark. */
const PART = 0.1
const LATEST_SECOND = 60
/** Makes the picture as wide as it is shown. */
const SQUARE = `scale='max(1,round(iw*if(between(sar,${1 / WIDEST_PIXEL},${WIDEST_PIXEL}),sar,1)))':ih,setsar=1`

export async function analyseFilm (task: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const described = await readStreams(task, contentType)
  if (described === null) return { outcome: 'failed', error: 'There is neither a picture nor a sound in the file' }
  const { metadata, hasPicture, playback } = described
  if (!hasPicture) {
    return describeSound(task, described, contentType.replace(/^video\//, 'audio/'))
  }
  const xmp = await readFilmXmp(task.path, contentType)
  const previews = metadata.width === null ? [] : await picturesOf(task, metadata)
  return { outcome: 'done', metadata: { ...metadata, xmp }, previews, playback }
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

function frameOptions (path: string, format: string, start: number, target: string): string[] {
  const [[, pixels]] = previewSizes
  return ['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-ss', start.toFixed(3),
    ...inputOptions(path, format), '-map', '0:v:0', '-frames:v', '1', '-vf', `${SQUARE},${within(pixels)}`,
    '-map_metadata', '-1', '-c:v', 'png', '-f', 'image2', '-update', '1', '-y', `file:${target}`]
}

function within (pixels: number): string {
  return `scale='min(${pixels},iw)':'min(${pixels},ih)':force_original_aspect_ratio=decrease`
}
