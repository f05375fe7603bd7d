import { accessSync, constants } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import type { Test } from 'tap'

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'].find(isExecutable)

/** Why tests that need a browser are skipped; false if there is one. */
export const skip = executablePath === undefined &&
  'there is no chromium on this machine (apt-get install chromium, or name one in CHROMIUM_PATH)'

/** Starts the machine's own browser. It ends with the test. */
export async function startBrowser (t: Test): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required']
  })
  t.teardown(() => browser.close())
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
