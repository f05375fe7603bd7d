import { createInterface } from 'node:readline'
import { readerOf } from './kind.js'
import { inputOptions, type ProbedFile } from './probe.js'
import { startProgram } from './program.js'

/** How far into a film is looked for its rhythm. */
const SECONDS_FOR_RHYTHM = 60
/** Maximum number of moments that are kept. */
const MOST_MOMENTS = 100_000
const CPU_SECONDS = 60

/** What is in a film or a sound, by its packets. */
export interface Packets {
  /** From the first to the last, in seconds; null if nothing is known. */
  readonly duration: number | null
  /** When the pictures are shown, in seconds and in order. */
  readonly moments: readonly number[]
  readonly pictures: number
}

/** Reads the packets of a file: all of them, or those of the first minute. Null without ffprobe. */
export async function readPackets (
  { path, programs: { ffprobe } }: ProbedFile, contentType: string, { all }: { all: boolean }
): Promise<Packets | null> {
  const format = readerOf(contentType)
  if (ffprobe === null || format === null) return null
  const part = all ? [] : ['-read_intervals', `%+${SECONDS_FOR_RHYTHM}`]
  const child = startProgram(ffprobe, ['-v', 'quiet', '-hide_banner', '-of', 'csv=p=0', ...part, '-show_entries',
    'packet=codec_type,pts_time,duration_time', ...inputOptions(path, format)],
  { cpuSeconds: CPU_SECONDS, fileBytes: 0, timeoutMs: 2 * CPU_SECONDS * 1000 })
  child.stderr!.resume()
  const moments: number[] = []
  let [first, last, pictures] = [Infinity, -Infinity, 0]
  const ended = new Promise<void>((resolve) => child.once('error', () => resolve()).once('close', () => resolve()))
  for await (const line of createInterface({ input: child.stdout! })) {
    const [kind, time, length] = line.split(',')
    const [start, seconds] = [Number(time), Number(length) || 0]
    if (time === undefined || time === '' || Number.isNaN(start)) continue
    first = Math.min(first, start)
    last = Math.max(last, start + seconds)
    if (kind !== 'video') continue
    pictures++
    if (moments.length < MOST_MOMENTS) moments.push(start)
  }
  await ended
  moments.sort((one, other) => one - other)
  return { duration: last > first ? last - first : null, moments, pictures }
}
