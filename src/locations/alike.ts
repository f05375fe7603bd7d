import { isMissingPath } from '../basics/missing-paths.js'
import { comparableInAnyCase } from '../basics/texts.js'
import type { Location } from './location.js'
import type { LocationPath } from './paths.js'

/** The names in a folder, by what a disk without case takes for one name. A missing folder has none. */
export async function namesAlike (
  location: Pick<Location, 'names'>, folder: LocationPath
): Promise<(name: string) => readonly string[]> {
  const names = new Map<string, string[]>()
  try {
    for await (const name of location.names(folder)) {
      const key = comparableInAnyCase(name)
      const same = names.get(key)
      if (same === undefined) names.set(key, [name])
      else same.push(name)
    }
  } catch (error) {
    if (!isMissingPath(error)) throw error
  }
  return (name) => names.get(comparableInAnyCase(name)) ?? []
}
