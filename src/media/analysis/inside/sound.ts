import { parseFile } from 'music-metadata'
import type { AnalysisResult, AnalysisTask, FileMetadata, Texts } from '../task.js'
import { readBroadcastWave } from './broadcast-wave.js'
import { readFilmXmp } from './film-xmp.js'
import { readStreams, type Described } from './streams.js'
import { positive, rounded, toTexts } from './texts.js'

export async function analyseSound (task: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const described = await readStreams(task, contentType)
  return described === null
    ? { outcome: 'failed', error: 'There is no sound in the file' }
    : describeSound(task, described, contentType)
}

/** A length that the streams do not have is measured, for which the whole file is read. */
export async function describeSound (
  { path }: AnalysisTask, { metadata: streams, playback }: Described, contentType: string
): Promise<AnalysisResult> {
  const metadata: FileMetadata = { ...streams, content_type: contentType }
  const found = await readTags(path, metadata.duration === null)
  const recorder = contentType === 'audio/wav' ? await readBroadcastWave(path).catch(() => null) : null
  const xmp = await readFilmXmp(path, metadata.content_type)
  const duration = metadata.duration ?? found.duration
  const tags = recorder === null ? found.tags : toTexts([...Object.entries(found.tags ?? {}), ...recorder.tags])
  const takenAt = recorder?.takenAt ?? metadata.taken_at
  return { outcome: 'done', metadata: { ...metadata, duration, tags, xmp, taken_at: takenAt }, previews: [], playback }
}

/** Unreadable tags count as absent: the sound may be good all the same. */
async function readTags (path: string, counts: boolean): Promise<{ tags: Texts | null, duration: number | null }> {
  const found = await parseFile(path, { skipCovers: true, duration: counts }).catch(() => null)
  if (found === null) return { tags: null, duration: null }
  const tags = toTexts(Object.entries(found.common).flatMap(([name, value]): Array<readonly [string, unknown]> => {
    if (isNumbered(value)) return value.no === null ? [] : [[name, value.no]]
    if (typeof value === 'string') return [[name, asWritten(value)]]
    if (!Array.isArray(value)) return [[name, value]]
    // Comments and lyrics are objects with a text.
    return [[name, value.map((each: unknown) => asWritten(hasText(each) ? each.text : each))]]
  }))
  return { tags, duration: rounded(positive(found.format.duration)) }
}

function isNumbered (value: unknown): value is { no: number | null } {
  return typeof value === 'object' && value !== null && 'no' in value
}

function hasText (value: unknown): value is { text: unknown } {
  return typeof value === 'object' && value !== null && 'text' in value
}

/** Some formats do not name their encoding. Most programs write UTF-8, and the library reads Latin-1. */
function asWritten<Value> (value: Value): Value | string {
  if (typeof value !== 'string' || /[^\0-\xff]/.test(value) || !/[\x80-\xff]/.test(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
