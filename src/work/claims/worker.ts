import { newId } from '../../basics/ids.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement, type Dialect, type Sql, type Statement } from '../../database/sql.js'

/** A worker without a heartbeat for this time is dead. Within this time after a kill its rows are free. */
const LEASE_SECONDS = 3

/** The interval of heartbeats: short enough that one may fail. */
export const HEARTBEAT_MS = 1000

/**
 * Whether a worker is alive. A lease that ends later than a new one would is from before the clock was set back: it
 * does not count, or a dead worker would seem alive for as long. A living worker corrects it with the next heartbeat.
 * It uses the database's clock, so that machines need not agree on the time.
 */
const isAlive = (sql: Dialect) =>
  `alive_until > ${sql.clock(0)} AND alive_until <= ${sql.clock(LEASE_SECONDS + 1)}`

/** $1 worker */
const enter = statement('workers_enter', (sql) => `
  INSERT INTO workers (id, alive_until) VALUES ($1, ${sql.clock(LEASE_SECONDS)})
  ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`)
const renew = statement('workers_renew', (sql) =>
  `UPDATE workers SET alive_until = ${sql.clock(LEASE_SECONDS)} WHERE id = $1`)
const leave = statement('workers_leave', () => 'DELETE FROM workers WHERE id = $1')

/** $1 worker: the dead among the others */
const listDead = statement<{ id: string }>('workers_list_dead', (sql) =>
  `SELECT id FROM workers WHERE id <> $1 AND NOT (${isAlive(sql)})`)
const lockDead = statement('workers_lock_dead', (sql) =>
  `SELECT id FROM workers WHERE id = $1 AND NOT (${isAlive(sql)}) ${sql.forUpdate}`)

/** For each table of work, a statement that frees the rows of a worker ($1). */
const frees: Statement[] = []

/** Called once for each table of work, at module level. $1 worker */
export function freedBy (free: Statement): void {
  frees.push(free)
}

export interface WorkerDependencies {
  readonly database: Pick<Database, 'reads'>
  readonly transact: Transact
}

export type Worker = ReturnType<typeof createWorker>

const service = systemCaller()

/**
 * A process that takes up rows of work. One heartbeat keeps all that it has, while it has something. The rows of a dead
 * worker are freed by the first other one that notices. A worker that others considered dead ends its work, and starts
 * again under another id.
 */
export function createWorker ({ database, transact }: WorkerDependencies) {
  let life = beginLife()
  /** Whether something of the process is taken up, asked at each heartbeat. */
  const holders = new Set<() => boolean>()

  function beginLife () {
    return { id: newId(), isEntered: false, ending: new AbortController() }
  }

  /** Renews the lease in a transaction that takes up rows. Returns the worker's id: a new one if it was lost. */
  async function beat (tx: Transaction): Promise<string> {
    const known = life
    if (known.isEntered && await tx.sql.run(renew, [known.id]) > 0) return known.id
    if (known.isEntered && life === known) end()
    const { id } = life
    await tx.sql.run(enter, [id])
    return id
  }

  function end (): void {
    life.ending.abort()
    life = beginLife()
  }

  /** Called when a transaction with a heartbeat is committed. */
  function entered (id: string): void {
    if (life.id === id) life.isEntered = true
  }

  async function keepAlive (): Promise<void> {
    const known = life
    // Nothing is to be kept: the row is removed like that of a dead worker.
    if (![...holders].some((holds) => holds())) known.isEntered = false
    if (!known.isEntered) return
    const kept = await transact(service, async (tx) => tx.sql.run(renew, [known.id]))
    if (kept === 0 && life === known) end()
  }

  return {
    beat,
    entered,
    /** The id by which it owns rows. */
    get id () { return life.id },
    /** Aborts when others have considered the worker dead. */
    get signal () { return life.ending.signal },
    /** Registers what holds rows. */
    holds: (holds: () => boolean): void => { holders.add(holds) },

    /** The job of every process: a heartbeat if anything is held. */
    keepAlive,

    /** The job of processes that run jobs: frees the rows of dead workers. */
    async freeDead (): Promise<void> {
      for (const { id } of await database.reads.sql.all(listDead, [life.id])) {
        await transact(service, async (tx) => {
          if (await tx.sql.first(lockDead, [id]) !== undefined) await free(tx, id)
        })
      }
    },

    /** Frees what is still held, at the end of the process. */
    leave: (): Promise<void> => transact(service, (tx) => free(tx, life.id))
  }
}

async function free (tx: Transaction, worker: string): Promise<void> {
  for (const free of frees) await tx.sql.run(free, [worker])
  await tx.sql.run(leave, [worker])
}

const listAll = statement<{ id: string }>('workers_list', () => 'SELECT id FROM workers')

/** Frees what the workers of other processes have: for a start of the only process of a database. */
export async function freeAll (sql: Sql, transact: Transact): Promise<void> {
  const workers = await sql.all(listAll, [])
  if (workers.length === 0) return
  await transact(service, async (tx) => {
    for (const { id } of workers) await free(tx, id)
  })
}
