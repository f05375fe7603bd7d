import { OperatorMistake } from '../../errors.js'

/** The newest commit of the main line that takes over a database from before `init`. */
export const LAST_TO_TAKE_OVER = 'fe13fc08'

/** Refuses a release that the database is closed to. */
export class DatabaseNewer extends OperatorMistake {
  /** @param release that of the database */
  constructor (release: string) {
    super(`The database is newer than this version of Cutroom: it is of ${release}`)
  }
}

/** Refuses a database from before `init`, which this version cannot upgrade. */
export class DatabaseOlder extends OperatorMistake {
  constructor () {
    super(`The database is too old for this version of Cutroom: start the version of commit ${LAST_TO_TAKE_OVER} once, which brings it up to date, and then this one`)
  }
}

/**
 * Throws DatabaseOlder if a database has migrations from before `init`. Those of a newer release do not matter: its row
 * says which releases may go on (src/database/release/row.ts).
 * @param known the names of the migrations of this version, oldest first
 */
export function requireNotOlder (applied: readonly string[], known: readonly string[]): void {
  if (applied.some((name) => !known.includes(name) && name < known[0]!)) throw new DatabaseOlder()
}
