import { parentPort, workerData } from 'node:worker_threads'
import { Sqlite } from './driver.mjs'
import type { ReadOrder, ReadOutcome, ThreadOptions } from './read-thread.js'
import { statement, type Statement } from './sql.js'
import { createSqliteSql } from './sqlite-sql.js'

/** The thread's side: reads what it is told to, and answers. */
const { path, isSnapshot } = workerData as ThreadOptions
const driver = new Sqlite(path, { fileMustExist: true })
driver.pragma('query_only = ON')
if (isSnapshot) driver.exec('BEGIN')
const sql = createSqliteSql(driver)
const known = new Map<string, Statement>()

function read ({ text, parameters }: ReadOrder): ReadOutcome {
  let asked = known.get(text)
  if (asked === undefined) known.set(text, asked = statement('', () => text))
  try {
    return { rows: sql.all(asked, parameters) as unknown[] }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { message, code }
  }
}

parentPort?.on('message', (order: ReadOrder | null) => {
  if (order === null) {
    driver.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(read(order))
  }
})
