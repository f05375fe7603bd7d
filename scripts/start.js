// `npm start`: reads the settings, builds what has changed, and becomes the service.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { join } from 'node:path'
import { config as loadDotenv } from 'dotenv'
import { buildAlone, isCurrent } from './build.js'
import { noteCommit } from './commit.js'
import { createReport } from './report.js'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const report = createReport()

/** Returns whether the service may start. */
async function prepare () {
  loadDotenv({ quiet: true })
  await buildAlone('src/process/config.ts', report)
  const { readConfig } = await import('#src/process/config.js')
  try {
    readConfig(process.env)
  } catch (error) {
    process.stderr.write(`cutroom: ${error.message}\n`)
    process.exitCode = 1
    return false
  }
  if (!isCurrent()) return buildApart()
  noteCommit({ isBuilt: false })
  return true
}

/**
 * Builds in a process of its own, to free its memory afterwards. That process, and all that it starts, ends with this
 * one.
 */
async function buildApart () {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build.js')], { stdio: 'inherit', detached: true })
  const stop = (signal) => {
    process.kill(-Number(child.pid), signal)
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of stopSignals) process.on(signal, stop)
  const [code] = await once(child, 'exit')
  for (const signal of stopSignals) process.off(signal, stop)
  process.exitCode = code ?? 1
  return code === 0
}

try {
  if (await prepare()) await import('#src/server.js')
} catch (error) {
  report.fail(error)
}
