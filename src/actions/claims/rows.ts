import { statement } from '../../database/sql.js'

/** A step that waits for an agent. */
export interface ReadyStep {
  readonly id: string
  readonly run_id: string
  readonly queue: string
}

const isReady = "s.status = 'ready' AND s.queue IS NOT NULL"

/** $1 account, $2 queue, $3 limit: the oldest first */
export const listReady = statement<ReadyStep>('action_steps_ready', () => `
  SELECT s.id, s.run_id, s.queue FROM action_steps AS s WHERE s.account_id = $1 AND s.queue = $2 AND ${isReady}
  ORDER BY s.account_id, s.queue, s.id LIMIT $3`)

/** $1 account, $2 JSON list of [queue]: those of them in which steps wait, a look-up for each */
export const listFilled = statement<{ queue: string }>('action_queues_filled', (sql) => `
  SELECT asked.queue FROM (SELECT value ->> 0 AS queue FROM ${sql.elements('$2')}) AS asked
  WHERE EXISTS (SELECT 1 FROM action_steps AS s WHERE s.account_id = $1 AND s.queue = asked.queue AND ${isReady})`)
