import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { PATIENCE_MS } from '#proof/harness/waiting.js'
import { costing } from './costs.js'
import { reasonOf } from '#proof/harness/packages.js'
import { findProgram } from '#src/process/programs.js'

const names = ['chromium', 'chromium-browser', 'google-chrome']
/** `CHROMIUM_PATH` names one that is not on the path. */
const executablePath =
  [process.env.CHROMIUM_PATH, ...names.map((name) => findProgram(name))].find((path) => path) ?? undefined

/** Why tests that need a browser are skipped; false if there is one. */
export const skip = executablePath === undefined && reasonOf(['chromium'])

let started: Promise<Browser> | undefined
/** Pages that no test uses. */
const idle: Page[] = []

export type TestBrowser = Awaited<ReturnType<typeof startBrowser>>

/** The browser of the machine, which the tests of this process share. A test's contexts are closed at its end. */
export async function startBrowser (t: Test) {
  const browser = await ofProcess()
  async function newContext (options?: BrowserContextOptions) {
    const context = await patient(await browser.newContext(options))
    t.teardown(() => context.close())
    return context
  }
  return { newContext, newPage: async () => (await newContext()).newPage() }
}

/**
 * A page that the tests of this process use one after the other: a new one takes more processor time than most tests.
 * Only what a test does by `addInitScript` or `clock` would stay: such a test has a page of its own, by `startBrowser`.
 */
export async function borrowPage (t: Test): Promise<Page> {
  const page = idle.pop() ?? await openPage()
  t.teardown(async () => {
    await clean(page)
    idle.push(page)
  })
  return page
}

async function openPage (): Promise<Page> {
  const context = await patient(await (await ofProcess()).newContext({ reducedMotion: 'reduce' }))
  return context.newPage()
}

/** Only a hang reaches its limits, and a note such as "Saved." stays until the page is left. */
async function patient (context: BrowserContext): Promise<BrowserContext> {
  context.setDefaultTimeout(PATIENCE_MS)
  // `SHOWN_MS` of console/ui/notes.tsx is over before a busy machine has looked.
  await context.addInitScript(`(() => {
    const { setTimeout } = window
    window.setTimeout = (work, ms, ...more) => ms === 8000 ? 0 : setTimeout(work, ms, ...more)
  })()`)
  return context
}

/** Removes what a test has left in a page. */
async function clean (page: Page): Promise<void> {
  const context = page.context()
  for (const event of ['request', 'requestfailed', 'response', 'pageerror', 'console'] as const) page.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.emulateMedia({ colorScheme: null })
  // Ends what the page does, at an address where the next test of the same service needs no other page to begin.
  // A page that loads itself again interrupts this once.
  const empty = async () => page.goto('about:blank')
  const nothing = async () => empty().catch(empty)
  await (page.url().startsWith('http') ? page.goto(new URL('/healthz', page.url()).href).catch(nothing) : nothing())
  // A later service may get the port of this one. An empty page has no storage.
  await page.evaluate('localStorage.clear(); sessionStorage.clear()').catch(() => {})
  await context.clearCookies()
}

function ofProcess (): Promise<Browser> {
  started ??= costing('browsers', start)
  return started
}

function start (): Promise<Browser> {
  const browser = chromium.launch({
    executablePath,
    // Otherwise each test's page has a process of its own, which takes as much of a processor as the page.
    args: ['--no-sandbox', '--disable-gpu', '--disable-site-isolation-trials', '--autoplay-policy=no-user-gesture-required']
  })
  // The runner disconnects after the last file.
  process.once('disconnect', () => { browser.then((browser) => browser.close(), () => {}) })
  return browser
}
