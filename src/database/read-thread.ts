import { Overloaded } from '../errors.js'
import { WorkerEnded } from '../work/workers/station.js'
import { supervise } from '../work/workers/supervisor.js'
import { thread } from '../work/workers/thread.js'
import type { Sql, SqlValue, Statement } from './sql.js'
import { sqliteDialect } from './sqlite-sql.js'

const HEAP_MB = 128
/** An idle thread ends after this time, and frees its memory. */
export const IDLE_MS = 60_000

const script = new URL('read-thread-worker.js', import.meta.url)

/** Settings of the thread. With `isSnapshot` all its reads see the state of one moment, until the snapshot ends. */
export interface ThreadSettings {
  readonly path: string
  readonly isSnapshot: boolean
}

/** A query for the thread. */
export interface ReadOrder {
  readonly text: string
  readonly parameters: readonly SqlValue[]
}

/** Ends a snapshot. The next query begins another. */
export const END_SNAPSHOT = 'end snapshot'

export interface ReadThreadOptions extends ThreadSettings {
  /** Threads, each with a connection, if all of them may see what is newest. Default: one. */
  readonly threads?: number
}

/** A connection to SQLite on a thread of its own, which runs one statement at a time. */
export function createReadThread ({ threads = 1, ...settings }: ReadThreadOptions) {
  const { isSnapshot } = settings
  const { ask, close } = supervise<ReadOrder | typeof END_SNAPSHOT, unknown[]>({
    start: thread(script, { heapMb: HEAP_MB, settings }),
    mostWorkers: threads,
    // Another thread would see another moment.
    restarts: !isSnapshot,
    idleMs: isSnapshot ? undefined : IDLE_MS
  })
  const askOrRefuse = (order: Parameters<typeof ask>[0]): Promise<unknown[]> => ask(order).catch((error: unknown) => {
    throw error instanceof WorkerEnded ? new Overloaded() : error
  })
  return {
    ask: (order: ReadOrder) => askOrRefuse(order),
    endSnapshot: async (): Promise<void> => { await askOrRefuse(END_SNAPSHOT) },
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
