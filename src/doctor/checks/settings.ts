import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'dotenv'
import { requireStorage } from '../../media/storage/open.js'
import { deprecations, readConfig, settingNames } from '../../process/config.js'
import { distance } from '../../basics/distance.js'
import { failure, ok, warning, type Check } from '../check.js'

/** A name that is this many letters away may be meant. */
const LETTERS = 2
/** Shorter names in the environment are often those of other programs. */
const SHORTEST_IN_ENVIRONMENT = 6
/** The driver of PostgreSQL reads names such as PGHOST and PGPORT. */
const OF_OTHERS = /^PG[A-Z]+$/

/** Settings are valid, and no name of one is misspelt. */
export const settings: Check = {
  name: 'settings',
  look ({ environment, file }) {
    const written = namesIn(file)
    try {
      requireStorage(readConfig(environment))
    } catch (error) {
      return failure((error as Error).message, `Correct it in ${file}, or in the environment`)
    }
    const surrounding = Object.keys(environment).filter((name) =>
      name.length >= SHORTEST_IN_ENVIRONMENT && !written.includes(name))
    const misspelt = [...mistakesIn(written, file), ...mistakesIn(surrounding, 'the environment')]
    if (misspelt.length > 0) return warning(misspelt.join(' '), 'Rename it, or remove it')
    const toGo = deprecations(environment)
    if (toGo.length > 0) return warning(toGo.join(', '), `Change it in ${file}, or in the environment`)
    const set = settingNames.filter((name) => (environment[name] ?? '').trim() !== '')
    return ok(`${set.length} of ${settingNames.length} are set, the others have their defaults`)
  }
}

/** Throws what the system says if the file cannot be read: a start passes over it. */
function namesIn (file: string): string[] {
  return existsSync(file) ? Object.keys(parse(readFileSync(file))) : []
}

function mistakesIn (names: readonly string[], place: string): string[] {
  return names.filter((name) => !settingNames.includes(name) && !OF_OTHERS.test(name)).flatMap((name) => {
    const [nearest] = settingNames.map((meant) => ({ meant, letters: distance(name.toUpperCase(), meant) }))
      .sort((a, b) => a.letters - b.letters)
    return nearest!.letters > LETTERS ? [] : [`${name} in ${place} is no setting. Did you mean ${nearest!.meant}?`]
  })
}
