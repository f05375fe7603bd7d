import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AnalysisTask } from '../task.js'
import { runProgram } from './program.js'

/** Converts a HEIC picture into a PNG at the path for temporary data, upright. Returns whether it could. */
export async function convertHeic ({ path, scratch, programs: { heifConvert } }: AnalysisTask): Promise<boolean> {
  if (heifConvert === null) return false
  await runProgram(heifConvert, ['--quiet', path, `${scratch}.png`])
  const [first, ...others] = await madeAt(scratch)
  if (first === undefined) return false
  await rename(first, scratch)
  await Promise.all(others.map((other) => rm(other, { force: true })))
  return true
}

/** What it has written: of a file with several pictures, `-1.png`, `-2.png`; of one with a depth, another. */
async function madeAt (scratch: string): Promise<string[]> {
  const [folder, name] = [dirname(scratch), basename(scratch)]
  const made = (await readdir(folder)).filter((each) => each.startsWith(name) && each.endsWith('.png'))
  return made.sort((one, other) => one.length - other.length || one.localeCompare(other))
    .map((each) => join(folder, each))
}
