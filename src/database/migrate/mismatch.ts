import { OperatorMistake } from '../../errors.js'

/** Refuses a database with migrations that this version does not know. */
export class DatabaseNewer extends OperatorMistake {
  constructor (unknown: readonly string[]) {
    super(`The database is newer than this version of Cutroom, which does not know its migration ${unknown.join(', ')}: start the newer version, or go back to a backup from before the upgrade with cutroom restore`)
  }
}

/** Refuses a database that is too old for this version to upgrade. */
export class DatabaseOlder extends OperatorMistake {
  constructor (commit: string) {
    super(`The database is too old for this version of Cutroom: start the version of commit ${commit} once, which brings it up to date, and then this one`)
  }
}
