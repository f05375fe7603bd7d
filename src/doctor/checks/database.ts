import { withDeadline } from '../../basics/deadline.js'
import { withoutPassword, type Database } from '../../database/database.js'
import { tableNames } from '../../database/looking.js'
import { NOTES } from '../../database/migrate/notes.js'
import { quickCheck } from '../../database/quick-check.js'
import { statement } from '../../database/sql.js'
import { sqlitePath } from '../../database/sqlite-path.js'
import { OperatorMistake } from '../../errors.js'
import { isReadByOthers } from '../../process/start-warnings.js'
import { failure, ok, skipped, warning, type Check, type Finding } from '../check.js'
import type { Subject } from '../subject.js'

/** A slower one counts as down. */
const LONGEST_ANSWER_MS = 5000
/** Less than a check may take, so that the others still look. */
const LONGEST_LOOK_MS = 9000
const OLDEST_POSTGRESQL = 14

const sqliteVersion = statement<{ version: string }>('', () => 'SELECT sqlite_version() AS version')
const serverState = statement<{ version: string, may: boolean | null }>('', () => `
  SELECT current_setting('server_version') AS version, has_schema_privilege(current_schema(), 'CREATE') AS may`)

/** The database answers, and can be worked with. */
export const database: Check = {
  name: 'database',
  needs: ['settings'],
  async look (subject) {
    const { DATABASE_URL: url } = subject.config
    const place = url.startsWith('file:') ? sqlitePath(url) : withoutPassword(url)
    const opened = await withDeadline(connect(subject), LONGEST_ANSWER_MS, () =>
      failure(`The database ${place} does not answer`, 'Start it, or correct DATABASE_URL'))
    if (opened === null) return warning(`There is none yet: the start makes ${place}`, 'cutroom serve')
    if ('status' in opened) return opened
    const found = url.startsWith('file:') ? await lookAtFile(opened, place) : await lookAtServer(opened, place)
    if (found.status !== 'ok') return found
    const tables = await tableNames(opened)
    if (tables.length === 0) return warning(`${found.text} has no tables yet: the start makes them`, 'cutroom serve')
    if (!tables.includes(NOTES)) {
      return failure(`${place} has tables that are not of this service`, 'Name another database in DATABASE_URL')
    }
    return await isReadByOthers(subject.config)
      ? warning(`Other users of this machine may read ${place}, which has secrets`, `chmod 600 ${place}`)
      : found
  }
}

async function connect (subject: Subject): Promise<Database | Finding | null> {
  try {
    const database = await subject.connect()
    await database?.ping()
    return database
  } catch (error) {
    const { message } = error as Error
    return failure(
      error instanceof OperatorMistake ? message : `The database takes no writes: ${message}`,
      subject.config.DATABASE_URL.startsWith('file:')
        ? 'Correct DATABASE_URL, or bring a backup back with cutroom restore'
        : 'Start it, or correct DATABASE_URL'
    )
  }
}

async function lookAtFile ({ reads }: Database, path: string): Promise<Finding> {
  const damage = await quickCheck(path, LONGEST_LOOK_MS)
  if (damage === undefined) return skipped(`It takes more than ${LONGEST_LOOK_MS / 1000} seconds to read all of ${path}`)
  if (damage !== null) return failure(`${path} is damaged: ${damage}`, 'Bring a backup back with cutroom restore')
  const { version } = (await reads.sql.first(sqliteVersion, []))!
  return ok(`SQLite ${version}, ${path}`)
}

async function lookAtServer ({ reads }: Database, place: string): Promise<Finding> {
  return describeServer((await reads.sql.first(serverState, []))!, place)
}

export function describeServer ({ version, may }: { version: string, may: boolean | null }, place: string): Finding {
  if (Number.parseInt(version) < OLDEST_POSTGRESQL) {
    return failure(`PostgreSQL ${version} is too old: ${OLDEST_POSTGRESQL} or newer is needed`, 'Upgrade the server')
  }
  return may === true
    ? ok(`PostgreSQL ${version}, ${place}`)
    : failure('The role of DATABASE_URL may not make tables', 'GRANT CREATE ON SCHEMA public to it, or make it the owner of the database')
}
