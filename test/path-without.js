import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Fills a new folder with links to all programs of the path except for some, as on a machine that lacks these.
 * @param {readonly string[]} names
 * @param {string} folder
 * @returns {Record<string, string>} the environment that makes it the path
 */
export function pathWithout (names, folder) {
  mkdirSync(folder)
  const taken = new Set(names)
  for (const place of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of programsIn(place)) {
      if (!taken.has(name)) symlinkSync(join(place, name), join(folder, name))
      taken.add(name)
    }
  }
  return { PATH: folder, CHROMIUM_PATH: '' }
}

function programsIn (place) {
  try {
    return readdirSync(place)
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  }
}
