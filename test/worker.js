// Runs files of tests, one after the other as their names come, in one process, until null comes: loading the service takes longer
// than most of them. Started by test/pool.js.
import { pathToFileURL } from 'node:url'
import t from 'tap'

const timeoutMs = 600_000
const { test } = t

// Tap takes care that a channel to the parent keeps no process alive.
const waiting = setInterval(() => {}, timeoutMs)

process.on('message', ({ file }) => {
  if (file === null) {
    clearInterval(waiting)
    process.disconnect()
    return
  }
  test.call(t, file, { timeout: timeoutMs }, async (ofFile) => {
    // What a file does with the root of tap is its own.
    for (const name of ['test', 'teardown', 'setTimeout']) t[name] = ofFile[name].bind(ofFile)
    await import(pathToFileURL(file))
  })
})
