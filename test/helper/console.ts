import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { createWorld, type World } from './app.js'
import { borrowPage } from './browser.js'
import { openProxy } from './proxy.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const WIDE = { width: 1280, height: 800 }
export const NARROW = { width: 390, height: 844 }

export interface Console {
  readonly world: World
  readonly page: Page
  readonly origin: string
  /** The proxy between the browser and the service. */
  readonly network: Awaited<ReturnType<typeof openProxy>>
  /** Errors of the browser, and its requests to other hosts. */
  readonly complaints: string[]
  /** Opens a page of the console. */
  open (path?: string): Promise<void>
  /** Fails if axe-core finds something serious, by all its rules or by these, or a page is wider than its window. */
  check (t: Test, rules?: readonly string[]): Promise<void>
}

interface ConsoleOptions {
  readonly viewport?: { width: number, height: number }
  readonly environment?: Record<string, string>
  /** The key to sign in with; null to stay signed out. */
  readonly key?: string | null
}

/** Opens the console in a real browser, on a service with a database of its own. Everything ends with the test. */
export async function openConsole (t: Test, options: ConsoleOptions = {}): Promise<Console> {
  const world = await createWorld(t, 'sqlite', options.environment)
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const network = await openProxy(t, `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`)
  const { origin } = new URL(network.url)
  const page = await borrowPage(t)
  await page.setViewportSize(options.viewport ?? WIDE)
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
  const key = options.key === undefined ? world.config.ADMIN_API_KEY! : options.key
  if (key !== null) {
    await page.goto(`${origin}/console/keys`)
    await signIn(page, key)
  }
  return {
    world,
    page,
    origin,
    network,
    complaints,
    open: async (path = '') => { await page.goto(`${origin}/console/${path}`) },
    check: async (t, rules) => check(t, page, rules)
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

async function check (t: Test, page: Page, rules?: readonly string[]): Promise<void> {
  // Results are marked as old until the new ones arrive.
  await page.locator('.old').waitFor({ state: 'detached' })
  const violations = await page.evaluate(`(async () => {
    ${axe}
    const { violations } = await window.axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], runOnly: rules })})
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | '))
  })()`)
  t.strictSame(violations, [], `${page.url()} has nothing serious`)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  t.ok(Number(overflow) <= 0, `${page.url()} is not wider than its window`)
}
