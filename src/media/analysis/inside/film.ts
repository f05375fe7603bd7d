import { within, type Size } from '../../proxies/plan.js'
import type { AnalysisResult, AnalysisTask, FileMetadata, MadePreview } from '../task.js'
import { previewSizes } from '../task.js'
import { readFilmXmp } from './film-xmp.js'
import { filmFormats } from './kind.js'
import type { Look } from './look.js'
import { loadSharp, makePreviews } from './picture.js'
import { inputOptions } from './probe.js'
import { runProgram } from './program.js'
import { lacksFilter, toScreen, wholePictures } from './screen.js'
import { describeSound } from './sound.js'
import { readStreams } from './streams.js'

/** The frame of the preview comes after this part of the film, as beginnings are dark. */
const PART = 0.1
const LATEST_SECOND = 60
export async function analyseFilm (task: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const described = await readStreams(task, contentType)
  if (described === null) return { outcome: 'failed', error: 'There is neither a picture nor a sound in the file' }
  const { metadata, hasPicture, playback, look } = described
  if (!hasPicture) {
    return describeSound(task, described, contentType.replace(/^video\//, 'audio/'))
  }
  const xmp = await readFilmXmp(task.path, contentType)
  return { outcome: 'done', metadata: { ...metadata, xmp }, playback, ...await picturesOf(task, metadata, look) }
}

/** Empty if no frame can be taken. The metadata are known all the same. */
async function picturesOf (task: AnalysisTask, metadata: FileMetadata, look: Look): Promise<Pictures> {
  const { programs: { ffmpeg }, path, scratch } = task
  const { content_type: contentType, duration, width, height } = metadata
  const sharp = ffmpeg === null ? null : await loadSharp()
  if (ffmpeg === null || sharp === null || width === null || height === null) return { previews: [] }
  const second = Math.min((duration ?? 0) * PART, LATEST_SECOND)
  let canMap = true
  for (const start of second > 0 ? [second, 0] : [0]) {
    const take = () => runProgram(ffmpeg, frameOptions(path, filmFormats[contentType]!, start, scratch,
      pictureFilters(look, { width, height }, canMap)))
    const { failure } = await take()
    if (canMap && lacksFilter(failure)) {
      canMap = false
      await take()
    }
    const previews = await makePreviews(sharp, scratch, task.previews).catch((): MadePreview[] => [])
    if (previews.length > 0) return { previews, ...!canMap && { isUnmapped: true } }
  }
  return { previews: [] }
}

interface Pictures {
  readonly previews: readonly MadePreview[]
  readonly isUnmapped?: boolean
}

function pictureFilters (look: Look, original: Size, canMap: boolean): string {
  const [[, pixels]] = previewSizes
  const size = within(original, pixels)
  const target = { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
  return [...wholePictures(look), ...toScreen(look, original, target, canMap), 'setsar=1'].join()
}

function frameOptions (path: string, format: string, start: number, target: string, filters: string): string[] {
  return ['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-ss', start.toFixed(3),
    ...inputOptions(path, format), '-map', '0:v:0', '-frames:v', '1', '-vf', filters,
    '-map_metadata', '-1', '-c:v', 'png', '-f', 'image2', '-update', '1', '-y', `file:${target}`]
}
