import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of package.json, wherever this file runs from: as TypeScript or built into dist/. */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot (folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}
