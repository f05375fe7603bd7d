import { Overloaded } from '../errors.js'
import { WorkerEnded } from '../work/workers/station.js'
import { supervise } from '../work/workers/supervisor.js'
import { thread } from '../work/workers/thread.js'
import type { Sql, SqlValue, Statement } from './sql.js'
import { sqliteDialect } from './sqlite-sql.js'

const HEAP_MB = 128
/** An idle thread ends after this time, and frees its memory. */
const IDLE_MS = 60_000

const script = new URL('read-thread-worker.js', import.meta.url)

/** Settings of the thread. With `isSnapshot` all its reads see the state of one moment. */
export interface ThreadSettings {
  readonly path: string
  readonly isSnapshot: boolean
}

/** An order to the thread. */
export interface ReadOrder {
  readonly text: string
  readonly parameters: readonly SqlValue[]
}

export interface ReadThreadOptions extends ThreadSettings {
  /** Threads, each with a connection, if all of them may see what is newest. Default: one. */
  readonly threads?: number
}

/** A connection to SQLite on a thread of its own, which runs one statement at a time. */
export function createReadThread ({ threads = 1, ...settings }: ReadThreadOptions) {
  const { isSnapshot } = settings
  const { ask, close } = supervise<ReadOrder, unknown[]>({
    start: thread(script, { heapMb: HEAP_MB, settings }),
    mostWorkers: threads,
    // Another thread would see another moment.
    restarts: !isSnapshot,
    idleMs: isSnapshot ? undefined : IDLE_MS
  })
  return {
    ask: (order: ReadOrder): Promise<unknown[]> => ask(order).catch((error: unknown) => {
      throw error instanceof WorkerEnded ? new Overloaded() : error
    }),
    /** Closes the connection after the last query. */
    close
  }
}

/** An `Sql` that reads by `ask`. */
export function threadSql (ask: (order: ReadOrder) => Promise<unknown[]>): Sql {
  const all = async <Row>({ text }: Statement, parameters: readonly SqlValue[]) =>
    await ask({ text: text(sqliteDialect), parameters }) as Row[]
  return {
    dialect: sqliteDialect,
    all,
    first: async <Row>(statement: Statement, parameters: readonly SqlValue[]) =>
      (await all<Row>(statement, parameters))[0],
    run: () => {
      throw new TypeError('A thread that reads writes nothing')
    }
  }
}
