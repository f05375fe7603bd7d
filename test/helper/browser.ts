import { accessSync, constants } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import type { Test } from 'tap'

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'].find(isExecutable)

/** Why tests that need a browser are skipped; false if there is one. */
export const skip = executablePath === undefined &&
  'there is no chromium on this machine (apt-get install chromium, or name one in CHROMIUM_PATH)'

let started: Promise<Browser> | undefined
/** Pages that no test uses. */
const idle: Page[] = []

export type TestBrowser = Awaited<ReturnType<typeof startBrowser>>

/** The browser of the machine, which the tests of this process share. A test's contexts are closed at its end. */
export async function startBrowser (t: Test) {
  const browser = await ofProcess()
  async function newContext (options?: BrowserContextOptions) {
    const context = await browser.newContext(options)
    t.teardown(() => context.close())
    return context
  }
  return { newContext, newPage: async () => (await newContext()).newPage() }
}

/**
 * A page that the tests of this process use one after the other: a new one takes more processor time than most tests.
 * Only what a test does by `addInitScript` would stay.
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
  const context = await (await ofProcess()).newContext({ reducedMotion: 'reduce' })
  return context.newPage()
}

/** Removes what a test has left in a page. */
async function clean (page: Page): Promise<void> {
  const context = page.context()
  for (const event of ['request', 'requestfailed', 'response', 'pageerror', 'console'] as const) page.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.emulateMedia({ colorScheme: null })
  // A later service may get the port of this one. A page that could not be loaded has no storage.
  await page.evaluate('localStorage.clear(); sessionStorage.clear()').catch(() => {})
  await page.goto('about:blank')
  await context.clearCookies()
}

function ofProcess (): Promise<Browser> {
  started ??= start()
  return started
}

function start (): Promise<Browser> {
  const browser = chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required']
  })
  // The runner disconnects after the last file.
  process.once('disconnect', () => { browser.then((browser) => browser.close(), () => {}) })
  return browser
}

function isExecutable (path: string | undefined): path is string {
  try {
    accessSync(path!, constants.X_OK)
    return true
  } catch {
    return false
  }
}
