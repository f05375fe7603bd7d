import { isFragmented } from './boxes.js'
import { readerOf } from './kind.js'
import { readPackets, type Packets } from './packets.js'
import type { ProbedFile } from './probe.js'
import { intervalsOf, isUneven, readIntervals } from './rhythm.js'
import { rounded } from './texts.js'

/** What the headers of a file do not say. */
export interface Recording {
  /** Seconds, if the file does not state its length, as recordings of browsers do not. */
  readonly duration: number | null
  /** The average, if it had to be counted. */
  readonly frameRate: number | null
  /** Whether the pictures come at different intervals, as phones and programs that record screens write them. */
  readonly isUneven: boolean
}

/** Formats that may have uneven pictures, and have no index of their moments. */
const withoutIndex = new Set(['matroska', 'flv', 'asf', 'ogg'])
/** Those whose clock counts milliseconds. */
const MILLISECOND = 0.001

/** Reads the file's index, or its packets: all of them if its length is not known. */
export async function recordingOf (
  file: ProbedFile, contentType: string,
  { isFilm, hasLength }: { readonly isFilm: boolean, readonly hasLength: boolean }
): Promise<Recording> {
  const format = readerOf(contentType) ?? ''
  const isMp4 = format === 'mov'
  const fragmented = isMp4 && isFilm && await isFragmented(file.path)
  if (hasLength && isMp4 && isFilm && !fragmented) {
    const intervals = await readIntervals(file.path)
    return { duration: null, frameRate: null, isUneven: intervals !== null && isUneven(intervals, 1) }
  }
  const asks = !hasLength || (isFilm && (fragmented || withoutIndex.has(format)))
  const packets = asks ? await readPackets(file, contentType, { all: !hasLength }) : null
  if (packets === null) return { duration: null, frameRate: null, isUneven: false }
  const uneven = isFilm && isUneven(intervalsOf(packets.moments), MILLISECOND)
  const duration = hasLength ? null : lengthOf(packets)
  return { duration, frameRate: uneven || !hasLength ? rateOf(packets) : null, isUneven: uneven }
}

/** The last picture is seen as long as the others. */
function lengthOf ({ duration, moments, pictures }: Packets): number | null {
  if (duration === null || pictures < 2 || pictures !== moments.length) return duration
  const [first, last] = [moments[0]!, moments.at(-1)!]
  return Math.max(duration, (last - first) * pictures / (pictures - 1))
}

function rateOf ({ moments }: Packets): number | null {
  const seconds = moments.length < 2 ? 0 : moments.at(-1)! - moments[0]!
  return seconds > 0 ? rounded((moments.length - 1) / seconds) : null
}
