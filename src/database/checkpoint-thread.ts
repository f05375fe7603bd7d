import { parentPort, workerData } from 'node:worker_threads'
import { Sqlite } from './driver.mjs'

/** The thread's side: copies the log into the database when it is told to, and answers when that is done. */
const driver = new Sqlite(workerData as string, { fileMustExist: true })
driver.pragma('synchronous = FULL')
const checkpoint = driver.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', (isLast: boolean) => {
  if (isLast) {
    driver.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(checkpoint.get())
  }
})
parentPort?.postMessage('ready')
