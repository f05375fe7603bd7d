import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { AnalysisTask } from './task.js'

/** Programs that are on the path, by where they are: null where there is none. */
export function findPrograms (path = process.env.PATH ?? ''): AnalysisTask['programs'] {
  const find = (name: string) =>
    path.split(delimiter).filter(Boolean).map((folder) => join(folder, name)).find(isExecutable) ?? null
  return { ffmpeg: find('ffmpeg'), pdftoppm: find('pdftoppm') }
}

function isExecutable (path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
