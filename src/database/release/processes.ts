import { statement, type Sql } from '../sql.js'
import { COLUMNS, type ReleaseRow } from './row.js'

/** A process without a look for this time is not at work. It may have been killed. */
const AT_WORK_SECONDS = 30
/** Rows of processes that were killed are kept for this time. */
const KEPT_SECONDS = 3600

/** A service, as it says itself in the table `processes`. */
export interface ServiceProcess {
  readonly id: string
  readonly release: string
  readonly host: string
  readonly pid: number
  /** Whether the upgrade waits for `cutroom upgrade finish`. */
  readonly isManual: boolean
}

/** A process that was at work within the last 30 seconds. */
export interface SeenProcess {
  readonly release: string
  readonly host: string
  readonly pid: number
  /** To the millisecond. */
  readonly seen_at: string
  /** Booleans of SQL. */
  readonly manual: number
  readonly stopped: number
}

/** A time of the database's clock that is in the future is from before the clock was set back. */
const isRecent = (clock: (seconds: number) => string) =>
  `seen_at > ${clock(-AT_WORK_SECONDS)} AND seen_at <= ${clock(1)}`

const INSERT = `INSERT INTO processes (id, release, host, pid, manual, stopped, seen_at)
  VALUES ($1, $2, $3, $4, $5 <> 0, false, `
const AGAIN = ') ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at'

/** $1 id, $2 release, $3 host, $4 process id, $5 whether it waits for the command */
const say = statement('processes_say', (sql) => `${INSERT}${sql.clock(0)}${AGAIN}`)
/** The same on PostgreSQL, with the row of the database: one round trip. */
const sayAndRead = statement<ReleaseRow>('', (sql) =>
  `WITH said AS (${INSERT}${sql.clock(0)}${AGAIN}) SELECT ${COLUMNS} FROM database_release`)
const leave = statement('processes_leave', (sql) =>
  `UPDATE processes SET stopped = true, seen_at = ${sql.clock(0)} WHERE id = $1`)
const forget = statement('processes_forget', (sql) =>
  `DELETE FROM processes WHERE seen_at < ${sql.clock(-KEPT_SECONDS)}`)
const forgetAll = statement('processes_forget_all', () => 'DELETE FROM processes')
export const listSeen = statement<SeenProcess>('processes_seen', (sql) => `
  SELECT release, host, pid, ${sql.milliseconds('seen_at')} AS seen_at,
    CASE WHEN manual THEN 1 ELSE 0 END AS manual, CASE WHEN stopped THEN 1 ELSE 0 END AS stopped
  FROM processes WHERE ${isRecent(sql.clock)} ORDER BY host, pid, id`)

const valuesOf = ({ id, release, host, pid, isManual }: ServiceProcess) => [id, release, host, pid, Number(isManual)]

/** Says that the process is at work. */
export async function sayAtWork (sql: Sql, self: ServiceProcess): Promise<void> {
  await sql.run(say, valuesOf(self))
}

/** The same, and reads the row of the database: on PostgreSQL, in one statement. */
export async function sayAndReadRelease (sql: Sql, self: ServiceProcess): Promise<ReleaseRow | null> {
  return await sql.first(sayAndRead, valuesOf(self)) ?? null
}

/** Says that the process has stopped. */
export async function sayStopped (sql: Sql, { id }: ServiceProcess): Promise<void> {
  await sql.run(leave, [id])
}

/** Removes the rows of processes that were killed long ago. */
export async function forgetDead (sql: Sql): Promise<void> {
  await sql.run(forget, [])
}

export async function forgetAllProcesses (sql: Sql): Promise<void> {
  await sql.run(forgetAll, [])
}

/** The processes that were at work within the last 30 seconds, also those that have said that they stop. */
export async function listSeenProcesses (sql: Sql): Promise<SeenProcess[]> {
  return sql.all(listSeen, [])
}
