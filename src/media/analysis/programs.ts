import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { AnalysisTask } from './task.js'

/** The paths of installed programs; null for those that are missing. */
export function findPrograms (path = process.env.PATH ?? ''): AnalysisTask['programs'] {
  const find = (name: string) =>
    path.split(delimiter).filter(Boolean).map((folder) => join(folder, name)).find(isExecutable) ?? null
  return { ffmpeg: find('ffmpeg'), ffprobe: find('ffprobe'), pdftoppm: find('pdftoppm') }
}

function isExecutable (path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
