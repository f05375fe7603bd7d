// Runs test files, one after the other as their names arrive, in one process, until null arrives: loading the service
// takes longer than most of them. Tells by a message which file has ended. Started by test/pool.js.
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'
import { costsOfProcess } from '#test/helper/costs.js'

// Tap follows every promise by an async hook, to know which test an uncaught error belongs to. This takes a sixth of
// the time of heavy files, and tap has no setting for it. Here an uncaught error belongs to the file that runs.
/** @type {any} */ (asyncHooks).createHook = () => ({ enable () {}, disable () {} })
syncBuiltinESMExports()
/** Its methods are replaced below, which its types do not allow. @type {any} */
const { default: t } = await import('tap')

const timeoutMs = 600_000
/** The longest time to end after the last file. */
const endsWithinMs = 30_000
const files = []
const { test } = t
let running = t
process.on('uncaughtException', (error) => running.threw(error))

// Tap makes sure that a channel to the parent keeps no process alive.
const waiting = setInterval(() => {}, timeoutMs)

process.on('message', ({ file }) => {
  if (file === null) {
    clearInterval(waiting)
    process.disconnect()
    setTimeout(endAnyway, endsWithinMs).unref()
    return
  }
  files.push(file)
  runFile(file).finally(() => {
    process.send?.({ ended: file, counts: t.counts.toJSON(), costs: costsOfProcess() })
  })
})

/** Resolves when the test of the file has ended, however it ended. */
async function runFile (file) {
  await test.call(t, file, { timeout: timeoutMs }, async (ofFile) => {
    running = ofFile
    // All files of the process share the root of tap. Its methods are bound to the test of this file, so that the file
    // has one result, and its teardowns, time limit and jobs are its own. Tap has no other way for imported files: it
    // knows a process for each. node:test runs files in one process, but not on Node 20. What a file reports at the
    // root, outside of its tests, test/pool.js takes for a failure.
    for (const name of ['test', 'teardown', 'setTimeout']) t[name] = ofFile[name].bind(ofFile)
    Object.defineProperty(t, 'jobs', { configurable: true, get: () => 1, set: (jobs) => { ofFile.jobs = jobs } })
    await import(pathToFileURL(file).href)
  })
}

/** Open handles of a test must not delay the run. */
function endAnyway () {
  console.error(`Left open: ${process.getActiveResourcesInfo().join(', ')} by one of\n  ${files.join('\n  ')}`)
  process.exit()
}
