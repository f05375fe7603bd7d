import { Worker } from 'node:worker_threads'
import { Overloaded } from '../errors.js'
import type { Sql, SqlValue, Statement } from './sql.js'
import { sqliteDialect } from './sqlite-sql.js'

const HEAP_MB = 128

const script = new URL('read-thread-worker.js', import.meta.url)

/** What the thread is made with. With `isSnapshot` it goes on seeing what it sees first. */
export interface ThreadOptions {
  readonly path: string
  readonly isSnapshot: boolean
}

/** What the thread is asked, and what it says. */
export interface ReadOrder {
  readonly text: string
  readonly parameters: readonly SqlValue[]
}
export type ReadOutcome = { readonly rows: unknown[] } | { readonly message: string, readonly code?: string }

/** A connection to SQLite on a thread of its own, which is asked for one thing at a time. */
export function createReadThread (options: ThreadOptions) {
  const worker = new Worker(script, { workerData: options, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  let settle: ((outcome: ReadOutcome | Error) => void) | null = null
  let isAlive = true
  worker.unref()
  worker.on('message', (outcome: ReadOutcome) => settle?.(outcome))
  worker.on('error', (error: Error) => settle?.(error))
  worker.on('exit', () => {
    isAlive = false
    settle?.(new Overloaded())
  })

  async function ask ({ text, parameters }: ReadOrder): Promise<unknown[]> {
    if (!isAlive) throw new Overloaded()
    const outcome = await new Promise<ReadOutcome | Error>((resolve) => {
      settle = resolve
      worker.ref()
      worker.postMessage({ text, parameters } satisfies ReadOrder)
    })
    settle = null
    worker.unref()
    if ('rows' in outcome) return outcome.rows
    throw outcome instanceof Error ? outcome : Object.assign(new Error(outcome.message), { code: outcome.code })
  }

  /** Resolves when the connection is closed, after what was asked last. */
  async function stop (): Promise<void> {
    if (!isAlive) return
    await new Promise((resolve) => {
      worker.once('exit', resolve)
      worker.ref()
      worker.postMessage(null)
    })
  }

  return {
    ask,
    stop,
    get isAlive () {
      return isAlive
    }
  }
}

export type ReadThread = ReturnType<typeof createReadThread>

/** Statements by hand over somebody who does what such a thread is asked. */
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
