import { serve } from '../work/workers/serve.js'
import { Sqlite } from './driver.mjs'

/** The thread's side: a checkpoint for each order. */
serve((path: string) => {
  const driver = new Sqlite(path, { fileMustExist: true })
  driver.pragma('synchronous = FULL')
  const checkpoint = driver.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  return { handle: () => { checkpoint.get() }, end: () => { driver.close() } }
})
