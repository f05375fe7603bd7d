import { OperatorMistake } from '../../errors.js'

/** The newest commit of the main line that takes over a database from before `init`. */
export const LAST_TO_TAKE_OVER = 'fe13fc08'

/** Refuses a database with migrations that this version does not know. */
export class DatabaseNewer extends OperatorMistake {
  constructor (unknown: readonly string[]) {
    super(`The database is newer than this version of Cutroom, which does not know its migration ${unknown.join(', ')}: start the newer version, or go back to a backup from before the upgrade with cutroom restore`)
  }
}

/** Refuses a database from before `init`, which this version cannot upgrade. */
export class DatabaseOlder extends OperatorMistake {
  constructor () {
    super(`The database is too old for this version of Cutroom: start the version of commit ${LAST_TO_TAKE_OVER} once, which brings it up to date, and then this one`)
  }
}

/**
 * Throws DatabaseOlder or DatabaseNewer if a database has migrations that this version does not know.
 * @param known the names of the migrations of this version, oldest first
 */
export function requireKnown (applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw unknown.some((name) => name < known[0]!) ? new DatabaseOlder() : new DatabaseNewer(unknown)
}
