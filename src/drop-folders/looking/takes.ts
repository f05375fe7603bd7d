import { DONE, createSieve, isPassedOver, type Patterns } from './passed-over.js'
import { MOST_FOLDERS } from './walk.js'

/** Whether a drop folder takes a file of this path, by its names alone. `moves` as of a walk. */
export function takesPath (path: string, patterns: Patterns, moves: boolean): boolean {
  const names = path.split('/').map((name) => name.normalize('NFC'))
  if (path === '' || names.length - 1 > MOST_FOLDERS || names.some(isPassedOver)) return false
  return !(moves && names.length > 1 && names[0] === DONE) && createSieve(patterns).takes(names)
}
