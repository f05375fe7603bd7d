import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { ageInSeconds } from '../metrics/age.js'
import type { Metrics } from '../metrics/metrics.js'
import type { AnalysisOutcome } from './analysis/attempt.js'
import type { Outcome } from './ingest/ingest.js'
import type { ProxyOutcome } from './proxies/attempt.js'

/** Only files that wait for their ingest have a due time. */
const waitingFiles = statement<{ status: string, files: number, oldest: string }>('media_files_waiting', (sql) => `
  SELECT status, COUNT(*) AS files, ${sql.milliseconds('MIN(created_at)')} AS oldest FROM media_files WHERE due_at IS NOT NULL GROUP BY status`)

const waitingRemovals = statement<{ removals: number }>('media_removals_waiting', () =>
  'SELECT COUNT(*) AS removals FROM media_removals WHERE user_id IS NULL')

/** Work on files. The backlog waits until nothing else does, and is not counted as due. */
const queueOf = (table: string) => ({
  waiting: statement<{ files: number, oldest: string | null }>(`${table}_waiting`, (sql) => `
    SELECT COUNT(*) AS files, ${sql.milliseconds('MIN(due_at)')} AS oldest FROM ${table} WHERE due_at IS NOT NULL`),
  backlog: statement<{ files: number }>(`${table}_backlog`, () =>
    `SELECT COUNT(*) AS files FROM ${table} WHERE backlog = true`)
})
const [analysisQueue, proxyQueue] = [queueOf('media_analyses'), queueOf('media_renderings')]

/** The largest accounts, so that the metrics stay few. $1 limit */
const largestAccounts = statement<{ account_id: number, bytes: number }>('media_usage_largest', () =>
  'SELECT account_id, bytes FROM media_usage ORDER BY bytes DESC LIMIT $1')
const SHOWN_ACCOUNTS = 20

const statuses = ['pending', 'ingesting']

/** A counter of attempts by outcome. */
function countOutcomes<Outcome extends string> (
  metrics: Metrics, name: string, help: string, outcomes: readonly Outcome[]
) {
  const attempts = metrics.counter(name, help, ['outcome'])
  // Prometheus sees no increase when a counter appears with its first value.
  for (const outcome of outcomes) attempts.inc({ outcome }, 0)
  return (outcome: Outcome): void => attempts.inc({ outcome })
}

/** Counts ingest attempts by outcome, and the bytes of those that are finished. */
export function createIngestCounter (metrics: Metrics): (outcome: Pick<Outcome, 'outcome' | 'bytes'>) => void {
  const count = countOutcomes<Outcome['outcome']>(metrics, 'cutroom_media_ingests_total',
    'Attempts at bringing a file in, by outcome.', ['ready', 'failed', 'retried', 'stopped'])
  const ingested = metrics.counter('cutroom_media_ingested_bytes_total', 'Bytes of the files that were brought in.')
  return ({ outcome, bytes = 0 }) => {
    count(outcome)
    if (outcome === 'ready') ingested.inc(bytes)
  }
}

/** Counts analysis attempts by outcome. */
export const createAnalysisCounter = (metrics: Metrics): (outcome: AnalysisOutcome) => void =>
  countOutcomes<AnalysisOutcome>(metrics, 'cutroom_media_analyses_total', 'Attempts at looking into a file, by outcome.',
    ['done', 'failed', 'unsupported', 'retried', 'stopped'])

/** Counts attempts at proxies by outcome. */
export const createProxyCounter = (metrics: Metrics): (outcome: ProxyOutcome) => void =>
  countOutcomes<ProxyOutcome>(metrics, 'cutroom_media_proxy_runs_total',
    'Attempts at making a film or a sound play anywhere, by outcome.', ['done', 'failed', 'none', 'retried', 'stopped'])

export interface MediaMetricsOptions {
  readonly metrics: Metrics
  readonly database: Database
  /** The most bytes of an account's files; null for no limit. */
  readonly mostBytes: number | null
  readonly clock?: () => number
}

/** Files to ingest or to remove: how many wait, and for how long. */
export function addMediaMetrics (
  { metrics, database, mostBytes, clock = Date.now }: MediaMetricsOptions
): void {
  const { sql } = database.reads

  metrics.addSource('media', (gauge) => {
    const files = gauge('cutroom_media_files', 'Files that are still to be brought in, by status.', ['status'])
    const age = gauge(
      'cutroom_media_oldest_file_age_seconds',
      'How long ago the oldest file that is still to be brought in was attached.'
    )
    const removals = gauge(
      'cutroom_media_removals', 'Stored files that nothing refers to any more and that are still to be removed.'
    )
    const analyses = gauge(
      'cutroom_media_analyses', 'Files that are still to be looked into: those that are due, and those from before.', [
        'kind'
      ])
    const analysisAge = gauge(
      'cutroom_media_oldest_analysis_age_seconds', 'For how long the file has been due that waits longest to be looked into.'
    )
    const proxies = gauge(
      'cutroom_media_proxies', 'Films and sounds that are still to be made to play anywhere: those that are due, and those from before.', [
        'kind'
      ])
    const proxyAge = gauge(
      'cutroom_media_oldest_proxy_age_seconds', 'For how long the film or sound has been due that waits longest for its proxies.'
    )
    const usage = gauge(
      'cutroom_media_account_bytes', `Bytes of the files of an account: the ${SHOWN_ACCOUNTS} accounts that have most.`, ['account']
    )
    const limit = gauge('cutroom_media_account_limit_bytes', 'The most bytes that the files of an account may take.')
    limit.set(mostBytes ?? Infinity)
    return async () => {
      const accounts = await sql.all(largestAccounts, [SHOWN_ACCOUNTS])
      usage.reset()
      for (const { account_id: account, bytes } of accounts) usage.set({ account: String(account) }, bytes)
      const queues = [[analysisQueue, analyses, analysisAge], [proxyQueue, proxies, proxyAge]] as const
      for (const [queue, count, oldest] of queues) {
        const due = (await sql.first(queue.waiting, []))!
        count.set({ kind: 'due' }, due.files)
        count.set({ kind: 'backlog' }, (await sql.first(queue.backlog, []))!.files)
        oldest.set(ageInSeconds(due.oldest, clock()))
      }
      const rows = await sql.all(waitingFiles, [])
      for (const status of statuses) {
        files.set({ status }, rows.find((row) => row.status === status)?.files ?? 0)
      }
      age.set(ageInSeconds(rows.map((row) => row.oldest).sort()[0], clock()))
      removals.set((await sql.first(waitingRemovals, []))!.removals)
    }
  })
}
