import type { FileHandle } from 'node:fs/promises'
import { readBytes, withFile } from '../../../basics/read-file.js'
import { MEBIBYTE } from '../../../basics/units.js'
import { boxesOf, type Box } from './boxes.js'

/** Whether the pictures of a film come at equal intervals. */

/** How far an interval may be from the usual one, besides a unit of the file's clock. */
const TOLERANCE = 0.01
/** Fewer other intervals do not count: files often end with one, and cameras leave out a picture. */
const FEWEST = 2
const LEAST_SHARE = 0.001

const LARGEST_TABLE = 16 * MEBIBYTE
const outer = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

/** How many intervals there are of each length. */
type Intervals = ReadonlyMap<number, number>

/** `unit` is that of the file's clock, in which intervals are rounded. */
export function isUneven (intervals: Intervals, unit: number): boolean {
  let [usual, most, all] = [0, 0, 0]
  for (const [length, count] of intervals) {
    all += count
    if (count > most) [usual, most] = [length, count]
  }
  let others = 0
  for (const [length, count] of intervals) {
    if (Math.abs(length - usual) > unit * 1.01 + usual * TOLERANCE) others += count
  }
  return others >= FEWEST && others >= all * LEAST_SHARE
}

/** The intervals of moments in seconds, rounded to the microsecond. */
export function intervalsOf (moments: readonly number[]): Intervals {
  const found = new Map<number, number>()
  for (let index = 1; index < moments.length; index++) {
    const length = Math.round((moments[index]! - moments[index - 1]!) * 1e6) / 1e6
    found.set(length, (found.get(length) ?? 0) + 1)
  }
  return found
}

/** The intervals of the pictures of an MP4 or QuickTime film, in units of its clock. Null if its index has none. */
export function readIntervals (path: string): Promise<Intervals | null> {
  return withFile(path, async (file) => {
    let isPicture = false
    for await (const box of boxesOf(file, outer)) {
      if (box.type === 'hdlr') isPicture = await handlesPictures(file, box) ?? isPicture
      if (box.type === 'stts' && isPicture) return await readTable(file, box)
    }
    return null
  })
}

/** Null for the second handler that QuickTime's tracks have, for their data. */
async function handlesPictures (file: FileHandle, { start }: Box): Promise<boolean | null> {
  const [component, type] = [4, 8].map((offset) => readBytes(file, start + offset, 4))
  return (await component!).toString('latin1') === 'dhlr' ? null : (await type!).toString('latin1') === 'vide'
}

async function readTable (file: FileHandle, { start, end }: Box): Promise<Intervals | null> {
  const table = await readBytes(file, start, Math.min(end - start, LARGEST_TABLE))
  if (table.length < 8) return null
  const intervals = new Map<number, number>()
  const entries = Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / 8))
  for (let entry = 0; entry < entries; entry++) {
    const [count, length] = [table.readUInt32BE(8 + entry * 8), table.readUInt32BE(12 + entry * 8)]
    intervals.set(length, (intervals.get(length) ?? 0) + count)
  }
  return intervals.size === 0 ? null : intervals
}
