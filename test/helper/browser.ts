import { accessSync, constants } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core'
import type { Test } from 'tap'

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'].find(isExecutable)

/** Why tests that need a browser are skipped; false if there is one. */
export const skip = executablePath === undefined &&
  'there is no chromium on this machine (apt-get install chromium, or name one in CHROMIUM_PATH)'

let started: Promise<Browser> | undefined

export type TestBrowser = Awaited<ReturnType<typeof startBrowser>>

/** The browser of the machine, which the tests of this process share. A test's contexts are closed at its end. */
export async function startBrowser (t: Test) {
  const browser = await (started ??= start())
  async function newContext (options?: BrowserContextOptions) {
    const context = await browser.newContext(options)
    t.teardown(() => context.close())
    return context
  }
  return { newContext, newPage: async () => (await newContext()).newPage() }
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
