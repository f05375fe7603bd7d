import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of an installed program; null if it is missing. */
export function findProgram (name: string, path = process.env.PATH ?? ''): string | null {
  return path.split(delimiter).filter(Boolean).map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable (path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
