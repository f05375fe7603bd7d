import type { Config } from './config.js'
import { accountsWithoutAdministrator, waysBack } from '../access/administrators.js'
import { withDeadline } from '../basics/deadline.js'
import { DatabaseUnfit, type Database } from '../database/database.js'
import { pendingMigrations } from '../database/migrations.js'
import { isWritable, readRelease } from '../database/release/row.js'
import { unfinishedUpgrade } from '../database/release/waiting.js'
import { createSingleFlight } from '../work/turns/single-flight.js'
import { previewWarnings } from './previews.js'
import { diskProblem, writtenFolders } from './disk.js'
import { version } from '../basics/version.js'

/** A slower database counts as down. */
const DATABASE_TIMEOUT_MS = 3000

export interface HealthDependencies {
  readonly database: Database
  readonly config: Config
  /** The names of background jobs that no longer look for work. */
  readonly overdue: () => string[]
  /** The names of background jobs that are stuck. */
  readonly stuck?: () => string[]
  /** Whether the service is about to stop. */
  readonly isStopping?: () => boolean
  readonly databaseTimeoutMs?: number
}

/** Whether the service is ready, for load balancers. */
export function createHealth (
  {
    database, config, overdue, stuck = () => [], isStopping = () => false, databaseTimeoutMs = DATABASE_TIMEOUT_MS
  }: HealthDependencies
) {
  const folders = writtenFolders(config)

  async function checkDatabase (): Promise<string[]> {
    try {
      await database.ping()
      const pending = await pendingMigrations(database)
      const row = await readRelease(database)
      return [
        ...pending.length === 0 ? [] : [`migrations are not applied: ${pending.join(', ')}`],
        ...row === null || isWritable(row, version) ? [] : [`a newer version has upgraded the database, start that one: ${row.release}`]
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
      ...isStopping() ? ['stopping'] : [],
      ...databaseProblems,
      ...diskProblems.filter((problem) => problem !== null),
      ...overdue().map((job) => `the background job ${job} has stopped`),
      ...stuck().map((job) => `the background job ${job} does not come back from its work`)
    ]
  }

  /** Names accounts by number, as the endpoint needs no key. */
  async function findWarnings (): Promise<string[]> {
    const ways = { passwords: config.PASSWORDS }
    const accounts = await accountsWithoutAdministrator(database, ways).catch(() => [])
    const unadministered = accounts.map(({ id }) =>
      `nobody can administer account ${id}: no administrator has ${waysBack(ways)}`)
    const upgrade = await unfinishedUpgrade(database).catch(() => null)
    return [...unadministered, ...upgrade === null ? [] : [upgrade], ...previewWarnings()]
  }

  return {
    /** Warnings of a ready service. */
    warnings: (): Promise<string[]> => withDeadline(findWarnings(), databaseTimeoutMs, () => []),
    /** The problems, in a few words each; empty if the service is ready. Simultaneous calls share one check. */
    check: createSingleFlight(checkAll).join
  }
}

export type Health = ReturnType<typeof createHealth>
