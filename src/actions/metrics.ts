import { timeOfId } from '../basics/ids.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { ageInSeconds } from '../metrics/age.js'
import type { Metrics } from '../metrics/metrics.js'

/** More are not counted: a scrape must not take longer and longer. */
const MOST_COUNTED = 100_000

interface Counts {
  readonly waiting: number
  readonly running: number
  /** Steps that wait for an agent. */
  readonly ready: number
}

/** From the indexes of open runs, and of steps in queues. */
const countOpen = statement<Counts>('action_runs_metrics', () => {
  const some = (rows: string, name: string) =>
    `(SELECT COUNT(*) FROM (SELECT 1 FROM ${rows} LIMIT ${MOST_COUNTED}) AS few) AS ${name}`
  return `SELECT ${some("action_runs WHERE status = 'waiting'", 'waiting')},
    ${some("action_runs WHERE status = 'running'", 'running')},
    ${some("action_steps WHERE status = 'ready' AND queue IS NOT NULL", 'ready')}`
})

/** The first of each action. Runs of disabled actions do not count, as they are meant to wait. */
const oldestWaiting = statement<{ id: string | null }>('action_runs_oldest_waiting', () => `
  SELECT MIN(id) AS id FROM (
    SELECT (SELECT id FROM action_runs WHERE action_id = a.id AND status = 'waiting' ORDER BY id LIMIT 1) AS id
    FROM actions a WHERE NOT a.disabled
  ) AS firsts`)

/** Open runs, and for how long the oldest has waited. */
export function addRunMetrics (
  { metrics, database, clock = Date.now }: { metrics: Metrics, database: Database, clock?: () => number }
): void {
  const { sql } = database.reads
  metrics.addSource('actions', (gauge) => {
    const runs = gauge('cutroom_action_runs', 'Runs of actions that are not over, by status.', ['status'])
    const steps = gauge('cutroom_action_steps_ready', 'Steps of runs that wait in a queue for an agent.')
    const age = gauge(
      'cutroom_action_oldest_waiting_run_age_seconds', 'How long the oldest run of an enabled action has waited to begin.'
    )
    return async () => {
      const { waiting, running, ready } = (await sql.first(countOpen, []))!
      runs.set({ status: 'waiting' }, waiting)
      runs.set({ status: 'running' }, running)
      steps.set(ready)
      const { id } = (await sql.first(oldestWaiting, []))!
      age.set(ageInSeconds(id && timeOfId(id), clock()))
    }
  })
}
