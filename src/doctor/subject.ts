import { existsSync, statSync } from 'node:fs'
import type { Database } from '../database/database.js'
import { openForLooking, tableNames } from '../database/looking.js'
import { sqlitePath } from '../database/sqlite-path.js'
import { readConfig, type Config } from '../process/config.js'

export interface SubjectOptions {
  readonly environment: NodeJS.ProcessEnv
  /** The file of settings, which have been added to the environment. */
  readonly file: string
  /** A backup to look at. */
  readonly backup?: string | undefined
  /** The clock of this machine. */
  readonly clock?: () => number
}

/** What checks look at. */
export interface Subject extends Omit<SubjectOptions, 'clock'> {
  readonly clock: () => number
  /** Throws OperatorMistake. */
  readonly config: Config
  /** The database as it is; null if a file of SQLite is missing or empty. */
  connect (): Promise<Database | null>
  /** The database; null if it has no tables yet. */
  database (): Promise<Database | null>
  close (): Promise<void>
}

/** Opens the database once, for all checks. */
export function createSubject ({ clock = Date.now, ...options }: SubjectOptions): Subject {
  let connecting: Promise<Database | null> | undefined
  let config: Config | undefined

  const subject: Subject = {
    ...options,
    clock,
    get config () { return (config ??= readConfig(options.environment)) },
    connect: () => (connecting ??= connect(subject.config.DATABASE_URL)),
    database: async () => {
      const database = await subject.connect()
      return database === null || (await tableNames(database)).length === 0 ? null : database
    },
    close: async () => { await (await connecting?.catch(() => null))?.close() }
  }
  return subject
}

async function connect (url: string): Promise<Database | null> {
  return isMissing(url) ? null : openForLooking(url)
}

/** Whether a start would make the file of the database. */
function isMissing (url: string): boolean {
  if (!url.startsWith('file:')) return false
  const path = sqlitePath(url)
  return !existsSync(path) || statSync(path).size === 0
}
