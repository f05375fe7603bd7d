import { serve } from '../work/workers/serve.js'
import { Sqlite } from './driver.mjs'
import type { END_SNAPSHOT, ReadOrder, ThreadSettings } from './read-thread.js'
import { statement, type Statement } from './sql.js'
import { createSqliteSql } from './sqlite-sql.js'

/** The thread's side: runs the queries that it is sent. */
serve(({ path, isSnapshot }: ThreadSettings) => {
  const driver = new Sqlite(path, { fileMustExist: true })
  driver.pragma('query_only = ON')
  const sql = createSqliteSql(driver)
  const known = new Map<string, Statement>()
  return {
    handle: (order: ReadOrder | typeof END_SNAPSHOT) => {
      if (typeof order === 'string') {
        if (driver.inTransaction) driver.exec('COMMIT')
        return []
      }
      if (isSnapshot && !driver.inTransaction) driver.exec('BEGIN')
      const { text, parameters } = order
      let asked = known.get(text)
      if (asked === undefined) known.set(text, asked = statement('', () => text))
      return sql.all<unknown>(asked, parameters)
    },
    end: () => { driver.close() }
  }
})
