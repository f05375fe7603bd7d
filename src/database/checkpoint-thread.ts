import { serve } from '../work/workers/serve.js'
import { Sqlite } from './driver.mjs'

/** The thread's side: copies the log into the database when it is told to. */
serve((path: string) => {
  const driver = new Sqlite(path, { fileMustExist: true })
  driver.pragma('synchronous = FULL')
  const checkpoint = driver.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  return { handle: () => { checkpoint.get() }, end: () => { driver.close() } }
})
