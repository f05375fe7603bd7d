import type { Config } from './config.js'
import { accountsWithoutAdministrator } from '../access/administrators.js'
import { withDeadline } from '../basics/deadline.js'
import { DatabaseUnfit, type Database } from '../database/database.js'
import { pendingMigrations, unknownMigrations } from '../database/migrations.js'
import { createSingleFlight } from '../work/turns/single-flight.js'
import { previewWarnings } from './previews.js'
import { diskProblem, writtenFolders } from './disk.js'

/** A database that takes longer does not answer. */
const DATABASE_TIMEOUT_MS = 3000

export interface HealthDependencies {
  readonly database: Database
  readonly config: Config
  /** The names of the background jobs that have stopped looking for work. */
  readonly overdue: () => string[]
  /** The names of those that are at work and do not come back from it. */
  readonly stuck?: () => string[]
  readonly databaseTimeoutMs?: number
}

/** Whether the service can do its work, for whoever decides where to send requests. */
export function createHealth (
  { database, config, overdue, stuck = () => [], databaseTimeoutMs = DATABASE_TIMEOUT_MS }: HealthDependencies
) {
  const folders = writtenFolders(config)

  async function checkDatabase (): Promise<string[]> {
    try {
      await database.ping()
      const pending = await pendingMigrations(database)
      const unknown = await unknownMigrations(database)
      return [
        ...pending.length === 0 ? [] : [`migrations are not applied: ${pending.join(', ')}`],
        ...unknown.length === 0 ? [] : [`a newer version has migrated the database, start that one: ${unknown.join(', ')}`]
      ]
    } catch (error) {
      return [error instanceof DatabaseUnfit ? error.message : 'the database does not answer']
    }
  }

  async function checkAll (): Promise<string[]> {
    const [databaseProblems, ...diskProblems] = await Promise.all([
      withDeadline(checkDatabase(), databaseTimeoutMs, () => ['the database does not answer']),
      ...folders.map((folder) => diskProblem(folder))
    ])
    return [
      ...databaseProblems,
      ...diskProblems.filter((problem) => problem !== null),
      ...overdue().map((job) => `the background job ${job} has stopped`),
      ...stuck().map((job) => `the background job ${job} does not come back from its work`)
    ]
  }

  /** Accounts by their number: who asks has no key, and their names are nobody's business. */
  async function findWarnings (): Promise<string[]> {
    const accounts = await accountsWithoutAdministrator(database).catch(() => [])
    const unadministered = accounts.map(({ id }) =>
      `nobody can administer account ${id}: no administrator has a valid key that may write`)
    return [...unadministered, ...previewWarnings()]
  }

  return {
    /** What should be looked after, although the service is ready. */
    warnings: (): Promise<string[]> => withDeadline(findWarnings(), databaseTimeoutMs, () => []),
    /**
     * What is in the way, in a few words each. Empty where the service is ready. Those who ask at the same time share
     * one look.
     */
    check: createSingleFlight(checkAll).join
  }
}

export type Health = ReturnType<typeof createHealth>
