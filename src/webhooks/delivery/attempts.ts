import { statement, type Dialect, type Sql, type SqlValue } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import { latestColumns } from '../subscriptions/rows.js'
import type { AttemptResult } from './result.js'

/** An attempt for the log. */
export interface Attempt extends AttemptResult {
  /** Null if there will be none, or not before somebody enables the webhook. */
  readonly shownNextAttemptAt: Date | null
}

interface Column {
  readonly name: string
  /** Casts the parameter, or the text out of a JSON array, to the column's type in both databases. */
  readonly cast: (expression: string, sql: Dialect) => string
  readonly value: (attempt: Attempt, accountId: number) => SqlValue
}

const text = (expression: string) => expression
const integer = (expression: string) => `CAST(${expression} AS integer)`
const large = (expression: string) => `CAST(${expression} AS bigint)`
const flag = (expression: string) => `CAST(${expression} AS integer) = 1`
const moment = (expression: string, sql: Dialect) => sql.moment(expression)

const columns: Column[] = [
  { name: 'id', cast: text, value: ({ id }) => id },
  { name: 'account_id', cast: integer, value: (_, accountId) => accountId },
  { name: 'webhook_id', cast: integer, value: ({ lease }) => lease.webhookId },
  { name: 'event_id', cast: text, value: ({ waiting }) => waiting.eventId },
  { name: 'event', cast: text, value: ({ waiting }) => waiting.event },
  { name: 'sequence', cast: large, value: ({ waiting }) => waiting.sequence },
  { name: 'attempt', cast: integer, value: ({ waiting }) => waiting.attempt },
  { name: 'trigger', cast: text, value: ({ waiting }) => waiting.trigger },
  { name: 'succeeded', cast: flag, value: ({ sent }) => Number(sent.error === null) },
  { name: 'final', cast: flag, value: ({ isFinal }) => Number(isFinal) },
  { name: 'given_up', cast: flag, value: ({ isGivenUp }) => Number(isGivenUp) },
  { name: 'http_url', cast: text, value: ({ target }) => target.shownUrl },
  { name: 'http_method', cast: text, value: ({ target }) => target.shownMethod },
  { name: 'request_headers', cast: text, value: ({ sent }) => sent.requestHeaders },
  { name: 'response_status', cast: integer, value: ({ sent }) => sent.status },
  { name: 'response_headers', cast: text, value: ({ sent }) => sent.responseHeaders },
  { name: 'response_body', cast: text, value: ({ sent }) => sent.responseBody },
  { name: 'error', cast: text, value: ({ sent }) => sent.error },
  { name: 'duration_ms', cast: integer, value: ({ sent }) => sent.durationMs },
  { name: 'created_at', cast: moment, value: ({ endedAt }) => toDatabase(endedAt) },
  {
    name: 'next_attempt_at',
    cast: moment,
    value: ({ shownNextAttemptAt }) => shownNextAttemptAt && toDatabase(shownNextAttemptAt)
  }
]

/** The columns of the newest attempt that the state of a webhook keeps. Their names begin with `latest_`. */
const latest = columns.filter(({ name }) => latestColumns.some((column) => column === name))

/** Assignments from JSON lists of `latestValues`. The first value has this index. */
export const setLatest = (sql: Dialect, first: number) =>
  latest.map(({ name, cast }, index) => `latest_${name} = ${cast(`value ->> ${first + index}`, sql)}`).join(', ')

export const latestValues = (attempt: Attempt, accountId: number): SqlValue[] =>
  latest.map(({ value }) => value(attempt, accountId))

const into = `INSERT INTO webhook_attempts (${columns.map(({ name }) => name).join(', ')})`

const insertOne = statement('webhooks_insert_attempt', (sql) => `
  ${into} VALUES (${columns.map(({ cast }, index) => cast(`$${index + 1}`, sql)).join(', ')})`)

const insertMany = statement('webhooks_insert_attempts', (sql) => `
  ${into} SELECT ${columns.map(({ cast }, index) => cast(`value ->> ${index}`, sql)).join(', ')}
    FROM ${sql.elements('$1')}`)

/** Writes the log. SQLite is three times as fast with a statement for each row, PostgreSQL with one for all of them. */
export async function insertAttempts (sql: Sql, accountId: number, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map((attempt) => columns.map(({ value }) => value(attempt, accountId)))
  if (sql.dialect.isEmbedded) for (const row of rows) sql.run(insertOne, row)
  else await sql.run(insertMany, [JSON.stringify(rows)])
}

/** $1 JSON list of ids */
const findAttempts = statement<{ id: string }>(
  'webhooks_find_attempts',
  (sql) => `SELECT id FROM webhook_attempts WHERE ${sql.among('id', sql.strings('$1'))}`
)

/** Leaves out attempts that are in the log. */
export async function withoutLogged (sql: Sql, results: readonly AttemptResult[]): Promise<AttemptResult[]> {
  const logged =
    new Set((await sql.all(findAttempts, [JSON.stringify(results.map(({ id }) => id))])).map(({ id }) => id))
  return results.filter(({ id }) => !logged.has(id))
}
