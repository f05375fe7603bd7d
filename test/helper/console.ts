import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { borrowWorld, createWorld, type World } from './app.js'
import { borrowPage } from './browser.js'
import { listeningUrl } from './client.js'
import { openProxy } from './proxy.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const WIDE = { width: 1280, height: 800 }
export const NARROW = { width: 390, height: 844 }

/** Only the rules that depend on colours find something else in the dark; all others, in a window of another width. */
type Rules = 'all' | 'colours' | 'all but colours'
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const OPTIONS: Record<Rules, object> = {
  all: {},
  colours: { runOnly: OF_COLOURS },
  'all but colours': { rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])) }
}

export interface Console {
  readonly world: World
  readonly page: Page
  readonly origin: string
  /** Errors of the browser, and its requests to other hosts. */
  readonly complaints: string[]
  /** Opens a page of the console. */
  open (path?: string): Promise<void>
  /** Fails if axe-core finds something serious, by all its rules or by some, or a page is wider than its window. */
  check (t: Test, rules?: Rules): Promise<void>
}

interface ConsoleOptions {
  readonly viewport?: { width: number, height: number }
  /** The settings of a service of the test's own. */
  readonly environment?: Record<string, string>
  /** Otherwise the settings of a service that the tests of a process share. */
  readonly shared?: Record<string, string>
  /** The key to sign in with; null to stay signed out. */
  readonly key?: string | null
  /** A page of the test's own, as for a clock, in place of one that tests share. */
  readonly own?: Page
}

/**
 * Opens the console in a real browser, with an account of the test's own. Usually the service is shared: a browser
 * keeps the compiled scripts of an origin that it knows, and a page takes a quarter of the time.
 */
export async function openConsole (t: Test, options: ConsoleOptions = {}): Promise<Console> {
  const world = options.environment === undefined
    ? await borrowWorld(t, 'sqlite', options.shared)
    : await createWorld(t, 'sqlite', options.environment)
  return openIn(t, world, await listeningUrl(world), options)
}

/** As `openConsole`, through a proxy that can cut connections as networks do, to a service of the test's own. */
export async function openConsoleByProxy (t: Test, options: ConsoleOptions = {}) {
  const world = await createWorld(t, 'sqlite', options.environment)
  const network = await openProxy(t, await listeningUrl(world))
  return { network, ...await openIn(t, world, new URL(network.url).origin, options) }
}

async function openIn (
  t: Test, world: World, origin: string, { viewport = WIDE, key = world.adminKey, own }: ConsoleOptions
): Promise<Console> {
  const page = own ?? await borrowPage(t)
  await page.setViewportSize(viewport)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const complaints: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) complaints.push(`asked ${url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`)
  })
  if (key !== null) {
    if (!page.url().startsWith(`${origin}/`)) await page.goto(`${origin}/healthz`)
    await page.evaluate(`sessionStorage.setItem('cutroom.key', ${JSON.stringify(key)})`)
  }
  return {
    world,
    page,
    origin,
    complaints,
    open: async (path = '') => { await page.goto(`${origin}/console/${path}`) },
    check: async (t: Test, rules?: Rules) => check(t, page, rules)
  }
}

/** As `check`, in the light and in the dark, in a wide window and in a narrow one. */
export async function checkInAllLooks (t: Test, { page, check }: Pick<Console, 'page' | 'check'>): Promise<void> {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'dark' })
    await check(t, 'colours')
    await page.emulateMedia({ colorScheme: 'light' })
    await check(t)
  }
}

export async function signIn (page: Page, key: string): Promise<void> {
  const wayIn = page.getByRole('button', { name: 'Use an API key' })
  await wayIn.or(page.getByLabel('API key')).first().waitFor()
  if (await wayIn.isVisible()) await wayIn.click()
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.shell').waitFor()
}

async function check (t: Test, page: Page, rules: Rules = 'all'): Promise<void> {
  // Results are marked as old until the new ones arrive.
  await page.locator('.old').waitFor({ state: 'detached' })
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe)
  const violations = await page.evaluate(`(async () => {
    const { violations } = await window.axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...OPTIONS[rules] })})
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | '))
  })()`)
  t.strictSame(violations, [], `${page.url()} has nothing serious`)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  t.ok(Number(overflow) <= 0, `${page.url()} is not wider than its window`)
}

/** Shows what stands in a tab of the page of an asset. */
export async function showTab (page: Page, name: 'Details' | 'Files' | 'Metadata' | 'History'): Promise<void> {
  await page.getByRole('tab', { name }).click()
}
