import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { untilIndexed } from '#proof/harness/api.js'
import { openDatabases } from '../support/databases.js'
import { ensure } from '#proof/harness/failure.js'
import { median, percentile } from '#proof/harness/figures.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish } from '../support/report.js'
import { seed } from '#proof/harness/seed.js'
import { API_KEY } from '#proof/harness/service.js'
import { createMigrated, startService } from '../support/servers.js'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const LONG_FRAME_MS = 50
/** Pixels of a turn of the wheel: a few screens. */
const WHEEL = 3000

/**
 * Measures how soon the console shows its first screen, and how smoothly a long list of results scrolls: to its end
 * while it loads, and then through the loaded part.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  ensure(existsSync(CHROMIUM), `there is no ${CHROMIUM}: apt-get install chromium, or name one in CHROMIUM_PATH`)
  const { rounds = 5, assets: [assets = 100_000] = [] } = options
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const server = await startFilled(databases, assets)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const first = []
    for (let round = 0; round < rounds; round++) first.push(await openFirst(browser, server))
    const page = await newPage(browser)
    await page.goto(`${server.url}/console/`)
    await page.locator('.grid-row[aria-rowindex="2"]').waitFor()
    const loading = await watch(page, (done) => scroll(page, WHEEL * 10, done), assets)
    process.stderr.write(`${assets} rows are loaded\n`)
    const through = await watch(page, (done) => scroll(page, -WHEEL, done), 0)
    await publish({
      title: `The console with ${assets.toLocaleString('en-US')} assets, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
      table: table(['what', 'figure', 'wanted'], [
        ['first visit to first results, ms', figure(median(first.map(({ ms }) => ms))), '≤ 1,000'],
        ['over the wire until then, KB', figure(median(first.map(({ bytes }) => bytes)) / 1000), '≤ 100'],
        ...rowsOf('to the end, loading', loading),
        ...rowsOf('back through all', through)
      ]),
      notes: [machine, `Chromium ${browser.version()}, 1280 by 800, without a graphics processor. A frame is the time between two of requestAnimationFrame.`],
      figures: { assets, first, loading, through }
    }, options)
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function startFilled (databases, assets) {
  const database = await createMigrated(databases, 'console')
  await seed(database, { projects: 1, assetsPerProject: assets })
  await database.execute('DELETE FROM search_state')
  await database.settle()
  const server = await startService(database)
  await untilIndexed(server.url)
  process.stderr.write(`${assets} assets are indexed\n`)
  return server
}

/** A page of a browser with an empty cache, and a user who has signed in. */
async function newPage (browser) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(`sessionStorage.setItem('cutroom.key', '${API_KEY}')`)
  return page
}

/** A first visit. Results loaded ahead do not count. */
async function openFirst (browser, server) {
  const page = await newPage(browser)
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  const ahead = new Set()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (url.includes('cursor=')) ahead.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!ahead.has(requestId)) bytes += encodedDataLength
  })
  await page.goto('about:blank')
  const since = performance.now()
  await page.goto(`${server.url}/console/`)
  await page.locator('.grid-row[aria-rowindex="2"]').waitFor()
  const ms = performance.now() - since
  await page.close()
  return { ms, bytes }
}

/** Turns the wheel at each frame until `isDone`. */
async function scroll (page, pixels, isDone) {
  while (!await isDone()) {
    await page.mouse.wheel(0, pixels)
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
  }
}

/** The frames until the row at the top, from 0, is the last or the first. */
async function watch (page, move, until) {
  await page.mouse.move(640, 500)
  await page.evaluate(`window.frames_ = []; window.last_ = performance.now(); window.watching_ = true;
    (function look (now) {
      frames_.push(now - last_); last_ = now
      if (watching_) requestAnimationFrame(look)
    })(last_)`)
  await move(async () => {
    const [count, top, rest] = await page.evaluate(`(() => {
      const grid = document.querySelector('.grid')
      return [grid.ariaRowCount - 1, grid.scrollTop, grid.scrollHeight - grid.clientHeight - grid.scrollTop]
    })()`)
    return until === 0 ? top === 0 : count >= until && rest < 1
  })
  const frames = /** @type {number[]} */ (await page.evaluate('watching_ = false, frames_.slice(2)'))
  return {
    count: frames.length,
    median: median(frames),
    p99: percentile(frames, 99),
    longest: Math.max(...frames),
    long: frames.filter((ms) => ms > LONG_FRAME_MS).length
  }
}

function rowsOf (what, { count, median, p99, longest, long }) {
  return [
    [`${what}: frames`, figure(count), ''],
    [`${what}: median frame, ms`, figure(median), ''],
    [`${what}: p99, ms`, figure(p99), ''],
    [`${what}: longest, ms`, figure(longest), `≤ ${LONG_FRAME_MS}`],
    [`${what}: longer than ${LONG_FRAME_MS} ms`, figure(long), '0']
  ]
}
