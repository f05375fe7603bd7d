import t, { type Test } from 'tap'
import type { Page, Route } from 'playwright-core'
import { skip, startBrowser } from '../../helper/browser.js'
import { addCollection, putInto } from '../../helper/collections.js'
import { openConsole } from '../../helper/console.js'
import { addAsset } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { readUntil } from '../../helper/media/world.js'

/** Answers as a process of another release: it does not have these files, so many times or always. */
async function lack (page: Page, files: string | RegExp, times = Infinity) {
  const lacking = {
    asked: 0,
    answer: async (route: Route) => {
      await (++lacking.asked > times ? route.continue() : route.fulfill({ status: 404, json: { error: 'not found' } }))
    }
  }
  await page.route(files, lacking.answer)
  return lacking
}

/** A console whose clock the test moves. */
async function openWithClock (t: Test) {
  const own = await (await startBrowser(t)).newPage()
  await own.clock.install()
  return openConsole(t, { own })
}

/** Lets the time pass after which a page gives up. */
async function giveUp (page: Page, sentence: string): Promise<void> {
  await readUntil(async () => {
    await page.clock.fastForward(1000)
    return page.getByRole('alert').getByText(sentence).count()
  }, (count) => count === 1)
}

t.test('A page goes on if the process that it meets lacks its script and its style sheet at first', { skip }, async (t) => {
  const { page, world: { admin }, origin, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const { token } = await addLink(admin, `assets/${id}`, { title: 'For you' })
  for (const [what, show] of [
    ['the console', async () => {
      await open(`assets/${id}`)
      await page.getByRole('heading', { level: 1, name: 'Interview' }).waitFor()
    }],
    ['the page of a link', async () => {
      await page.goto(`${origin}/share/#${token}`)
      await page.getByRole('heading', { level: 1, name: 'For you' }).waitFor()
    }]
  ] as const) {
    const script = await lack(page, '**/static/first-*.js', 2)
    const sheet = await lack(page, /\/static\/(?:first|style)-[^/]*\.css/, 1)
    await show()
    t.ok(script.asked > 2 && sheet.asked > 1, what)
    const rules = await page.evaluate('[...document.styleSheets].map(({ cssRules }) => cssRules.length)') as number[]
    t.ok(rules.length > 0 && rules.every((count) => count > 0), `${what} has its styles`)
    await page.unrouteAll()
    await page.goto(`${origin}/healthz`)
  }
})

t.test('A part of a page is asked for again, with the files that it shares with others', { skip }, async (t) => {
  const { page, world: { admin }, origin, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open()
  await page.getByRole('row', { name: /Interview/ }).waitFor()
  const part = await lack(page, /\/static\/(?:item|parts)-[^/]*\.js/, 4)
  await page.getByRole('row', { name: /Interview/ }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Interview' }).waitFor()
  t.ok(part.asked > 4)

  const other = await addAsset(admin, { title: 'Rushes' })
  const collection = await addCollection(admin, { title: 'Choice' })
  await putInto(admin, collection.id, [id, other.id])
  const { token } = await addLink(admin, `collections/${collection.id}`)
  const [script, sheet] = [await lack(page, '**/static/more-*.js', 1), await lack(page, '**/static/more-*.css', 1)]
  await page.goto(`${origin}/share/#${token}`)
  await page.getByRole('button', { name: 'Rushes' }).waitFor()
  t.ok(script.asked > 1 && sheet.asked > 1)
})

t.test('A page that cannot be loaded for ten seconds says so, and is loaded again by its button', { skip }, async (t) => {
  const { page, origin, world: { admin }, check } = await openWithClock(t)
  const { token } = await addLink(admin, `assets/${(await addAsset(admin)).id}`, { title: 'For you' })
  for (const [address, sentence, heading] of [
    ['console/projects', 'The console could not be loaded', 'Projects'],
    [`share/#${token}`, 'This page could not be loaded', 'For you']
  ] as const) {
    const script = await lack(page, '**/static/first-*.js')
    await page.goto(`${origin}/${address}`)
    await giveUp(page, sentence)
    t.ok(script.asked > 1)
    await check(t)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    t.equal(await page.getByText(sentence).count(), 0)
    await page.goto(`${origin}/healthz`)
  }
})

t.test('After an upgrade an old tab offers to reload, and unsaved text survives the reload', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openWithClock(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open(`assets/${id}`)
  await page.getByLabel('Description').fill('Typed before the upgrade')
  // The files of another version have other names, so the old ones are missing.
  await lack(page, '**/console/static/*.js')
  await page.getByRole('link', { name: 'Imports' }).click()
  await giveUp(page, 'This part of the page did not load')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
  await open(`assets/${id}`)
  await page.getByText('Not saved yet').waitFor()
  t.equal(await page.getByLabel('Description').inputValue(), 'Typed before the upgrade')
})
