import { parseFile } from 'music-metadata'
import type { AnalysisResult, AnalysisTask, Texts } from '../task.js'
import { readStreams } from './streams.js'
import { toTexts } from './texts.js'

export async function analyseSound ({ path }: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const metadata = await readStreams(path, contentType)
  if (metadata === null) return { outcome: 'failed', error: 'There is no sound in the file' }
  return { outcome: 'done', metadata: { ...metadata, tags: await readTags(path) }, previews: [] }
}

/** Unreadable tags count as absent: the sound may be good all the same. */
async function readTags (path: string): Promise<Texts | null> {
  const common = await parseFile(path, { skipCovers: true }).then((found) => found.common, () => null)
  if (common === null) return null
  return toTexts(Object.entries(common).flatMap(([name, value]): Array<readonly [string, unknown]> => {
    if (isNumbered(value)) return value.no === null ? [] : [[name, value.no]]
    if (typeof value === 'string') return [[name, asWritten(value)]]
    if (!Array.isArray(value)) return [[name, value]]
    // Comments and lyrics are objects with a text.
    return [[name, value.map((each: unknown) => asWritten(hasText(each) ? each.text : each))]]
  }))
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
