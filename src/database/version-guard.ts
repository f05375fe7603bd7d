import { hostname } from 'node:os'
import { newId } from '../basics/ids.js'
import { SECOND_MS } from '../basics/units.js'
import { Overloaded, UpgradeNotFinished } from '../errors.js'
import { version } from '../basics/version.js'
import { createSingleFlight } from '../work/turns/single-flight.js'
import type { Database } from './interface.js'
import { forgetDead, sayAndReadRelease, sayAtWork, sayStopped, type ServiceProcess } from './release/processes.js'
import { isFinished, isWritable, readRelease, type ReleaseRow } from './release/row.js'
import { compareMinors } from './release/versions.js'

const LOOK_INTERVAL_MS = 2 * SECOND_MS
/** A process writes nothing without a look within this time. The documented bound. */
const LONGEST_WITHOUT_LOOK_MS = 5 * SECOND_MS
/** SQLite has one process. It says less often that it is at work, as each time costs a commit. */
const SAY_INTERVAL_MS = 20 * SECOND_MS

export interface VersionGuardOptions {
  readonly database: Database
  /** Called once, with the release of the database. */
  readonly onNewer: (release: string) => void
  /** Default: this release. */
  readonly release?: string
  /** Whether the upgrade waits for the command. */
  readonly isManual?: boolean
  readonly intervalMs?: number
  /** Milliseconds of the monotonic clock, and of the clock of the machine: the first stands still while it sleeps. */
  readonly clocks?: ReadonlyArray<() => number>
}

export type VersionGuard = ReturnType<typeof createVersionGuard>

/**
 * Says every two seconds that this process is at work, and looks which releases may write. Once a newer one has begun
 * what this one does not know, reads may continue; the signal stops everything else, for good.
 */
export function createVersionGuard (
  {
    database, onNewer, release = version, isManual = false, intervalMs = LOOK_INTERVAL_MS,
    clocks = [performance.now.bind(performance), Date.now]
  }: VersionGuardOptions
) {
  const self: ServiceProcess = { id: newId(), release, host: hostname(), pid: process.pid, isManual }
  const newer = new AbortController()
  const isEmbedded = database.reads.sql.dialect.hasOneWriter
  let row: ReleaseRow | null = null
  let lookedAt: readonly number[] | null = null
  let saidAt = -Infinity

  async function look (): Promise<void> {
    if (newer.signal.aborted) return
    const now = clocks.map((clock) => clock())
    row = isEmbedded ? await readRelease(database) : await sayAndReadRelease(database.reads.sql, self)
    lookedAt = now
    if (row === null || isWritable(row, release)) return
    clearInterval(timer)
    newer.abort()
    onNewer(row.release)
  }
  const { join: lookOnce } = createSingleFlight(look)

  async function say (): Promise<void> {
    if (newer.signal.aborted) return
    saidAt = clocks[0]!()
    await database.transaction(async ({ sql }) => {
      await sayAtWork(sql, self)
      await forgetDead(sql)
    })
  }

  const isLate = () =>
    lookedAt === null || clocks.some((clock, index) => clock() - lookedAt![index]! > LONGEST_WITHOUT_LOOK_MS)

  /** A look that began before the process was frozen is of no use. */
  async function lookAgain (): Promise<void> {
    for (let looks = 0; looks < 2 && isLate(); looks++) await lookOnce().catch(() => {})
    if (newer.signal.aborted || isLate()) throw new Overloaded()
  }

  const timer = setInterval(() => {
    // If the database does not answer, the next look asks it again.
    lookOnce().then(() => isEmbedded && clocks[0]!() - saidAt >= SAY_INTERVAL_MS ? say() : undefined).catch(() => {})
  }, intervalMs).unref()

  /** Whether what is new in a minor has begun: `1.1`. */
  const hasBegun = (since: string) => row !== null && compareMinors(row.finished, since) >= 0

  return {
    /** Aborts when the database is newer than this version. */
    signal: newer.signal,
    /** The first look, before anything is written. */
    start: async (): Promise<void> => {
      // A database that takes no writes may be read.
      await lookOnce().then(say).catch(() => {})
    },
    /**
     * Throws Overloaded if the database is newer than this version, or if that cannot be told: a process that was
     * frozen, or busy, looks before it writes.
     */
    requireWritable: (): Promise<void> | void => {
      if (newer.signal.aborted) throw new Overloaded()
      if (isLate()) return lookAgain()
    },
    hasBegun,
    /** Throws UpgradeNotFinished until what is new in a minor has begun. */
    requireFinished: (since: string): void => { if (!hasBegun(since)) throw new UpgradeNotFinished() },
    /** Whether there is nothing that waits for older processes. */
    isFinished: () => row === null || isFinished(row),
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await lookOnce().catch(() => {})
      if (newer.signal.aborted) return
      await database.transaction(async ({ sql }) => sayStopped(sql, self)).catch(() => {})
    }
  }
}
