import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { openDatabases } from '../support/databases.js'
import { ensure, given } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { measureNewcomer } from '../support/newcomer.js'
import { processorMicroseconds, residentMebibytes } from '#proof/harness/process-status.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'

const IDLE_MS = 5000
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/**
 * Measures `npm start` without and with a build, the time until the service is ready, what it needs while idle, and the
 * time of its docs page in a browser.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  ensure(existsSync('/proc/self/status'), 'start reads /proc, which is not here')
  const { rounds = 5 } = options
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const database = await createMigrated(databases, 'start')
  /** @type {Record<'ready' | 'processor' | 'idle' | 'docs', number[]>} */
  const measured = { ready: [], processor: [], idle: [], docs: [] }
  for (let round = 1; round <= rounds; round++) {
    const since = performance.now()
    const server = await startService(database)
    const answer = await fetch(`${server.url}/readyz`)
    ensure(answer.status === 200, `/readyz answered ${answer.status}`)
    measured.ready.push(performance.now() - since)
    measured.processor.push(processorMicroseconds(server.pid) / 1000)
    await delay(IDLE_MS)
    measured.idle.push(residentMebibytes(server.pid))
    if (existsSync(CHROMIUM)) measured.docs.push(await openDocs(server))
    await server.stop()
    process.stderr.write(`round ${round} of ${rounds}: ready after ${Math.round(given(measured.ready.at(-1)))} ms, ${Math.round(given(measured.idle.at(-1)))} MiB\n`)
  }
  const newcomer = await measureNewcomer()
  const spread = (values) => `${figure(median(values))} (${figure(Math.min(...values))}–${figure(Math.max(...values))})`
  const row = (what, values, wanted) => [what, values.length === 0 ? 'no browser here' : spread(values), wanted]
  await publish({
    title: `A start on a migrated database, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    table: table(['what', 'median (min–max)', 'wanted'], [
      row('`npm start` to serving, nothing built, s', [newcomer.first / 1000], '< 12'),
      row('`npm start` to serving, built, s', [newcomer.later / 1000], '< 2'),
      row('`npm start` to the line that names a wrong setting, s', [newcomer.wrong / 1000], '< 1'),
      row('from starting node to a 200 of /readyz, ms', measured.ready, '≤ 1,000'),
      row('processor time until then, ms', measured.processor, ''),
      row(`memory after ${IDLE_MS / 1000} s without requests, MiB`, measured.idle, '< 150'),
      row('the docs page, first visit, in a browser that runs already, ms', measured.docs, '≤ 1,000')
    ]),
    notes: [machine,
      `${rounds} starts, and one of each by \`npm\`. The docs page is complete when all its sections are shown.`],
    figures: { ...measured, newcomer }
  }, options)
}

/** Milliseconds until the docs page is complete. */
async function openDocs (server) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await page.goto('about:blank')
    const since = performance.now()
    await page.goto(`${server.url}/docs`, { waitUntil: 'load' })
    await page.locator('.opblock-tag').last().waitFor()
    return performance.now() - since
  } finally {
    await browser.close()
  }
}
