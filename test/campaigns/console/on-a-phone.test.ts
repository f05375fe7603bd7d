import t, { type Test } from 'tap'
import type { Locator, Page } from 'playwright-core'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { makePdf } from '../../helper/media/pdf.js'
import { readFilm } from '../../helper/media/film.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

const SIDEWAYS = { width: 844, height: 390 }

/** How much of an element's height is in the window. */
async function heightInSight (page: Page, element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox())!
  return Math.max(0, Math.min(page.viewportSize()!.height, y + height) - Math.max(0, y))
}

t.test('A PDF stays in sight beside its comments, in the console and on the page of a link', { skip }, async (t) => {
  const options = { shared: sharedMedia(), viewport: NARROW }
  const { page, origin, world: { admin }, open, check } = await openConsole(t, options)
  const { id } = await addAsset(admin, { title: 'The script' })
  const bytes = makePdf(['/MediaBox[0 0 300 200]', '/MediaBox[0 0 300 200]'])
  await attach(admin, id, (await startFileSender(t, { bytes, contentType: 'application/pdf' })).url, 'script.pdf')
  await analysedMedia(admin, id)
  for (let number = 1; number <= 12; number++) {
    await succeed(admin.post(`assets/${id}/comments`, { text: `Comment ${number}`, page: 2 }))
  }
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const pages = page.getByRole('region', { name: 'Pages of script.pdf' })
  const look = async (t: Test) => {
    await pages.waitFor()
    await page.getByText('Comment 12', { exact: true }).scrollIntoViewIfNeeded()
    t.ok(await heightInSight(page, pages) > 200, 'the pages')
    t.ok(await heightInSight(page, page.getByText('Comment 12', { exact: true })) > 10, 'the last comment')
    t.ok(await heightInSight(page, page.getByPlaceholder('Write a comment')) > 20, 'the field')
    await check(t)
  }
  await open(`assets/${id}`)
  await look(t)
  await page.goto(`${origin}/share/#${link.token}`)
  await look(t)
})

t.test('With a phone held sideways the film, a comment and the field are in sight', { skip }, async (t) => {
  const options = { shared: sharedMedia(), viewport: SIDEWAYS }
  const { page, origin, world: { admin }, open, check } = await openConsole(t, options)
  const { id } = await addFilm(t, admin)
  for (const time of [1, 2, 3, 4, 5, 6]) await succeed(admin.post(`assets/${id}/comments`, { text: `At ${time}`, time }))
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  for (const place of ['console', 'share']) {
    if (place === 'console') await open(`assets/${id}`)
    else await page.goto(`${origin}/share/#${link.token}`)
    await page.getByText('At 6', { exact: true }).waitFor()
    const draw = page.getByRole('button', { name: 'Draw', exact: true })
    await draw.waitFor()
    const moved = await page.locator('.composer-foot').evaluate((foot: any) => {
      const before = foot.offsetHeight
      foot.firstElementChild.remove()
      return before - foot.offsetHeight
    })
    t.equal(moved, 0, `Draw comes with the film, and moves nothing (${place})`)
    await page.getByText('At 6', { exact: true }).scrollIntoViewIfNeeded()
    t.ok(await heightInSight(page, page.locator('.stage-picture')) > 90, `the film (${place})`)
    t.ok(await heightInSight(page, page.getByText('At 6', { exact: true })) > 10, `the comment (${place})`)
    t.ok(await heightInSight(page, page.getByPlaceholder('Write a comment')) > 20, `the field (${place})`)
    const covered = await page.getByText('At 6', { exact: true }).evaluate((element: any) => {
      const { left, top, height } = element.getBoundingClientRect()
      return !element.parentElement.contains(element.ownerDocument.elementFromPoint(left + 2, top + height / 2))
    })
    t.notOk(covered, `nothing is before the comment (${place})`)
    await check(t)
  }
})

t.test('On a phone no tool of the player is out of sight without a button that leads to it', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t, { shared: sharedMedia(), viewport: NARROW })
  const { id } = await addFilm(t, admin)
  await open(`assets/${id}`)
  await page.getByLabel('Time code').getByText('00:00:00:00').waitFor()
  const isCut = (selector: string) => page.locator(selector).evaluate((row: any) => row.scrollWidth > row.clientWidth)
  const speed = page.getByRole('combobox', { name: 'Speed' })
  t.equal(await speed.isVisible(), false)
  t.equal(await isCut('.film-tools'), false)
  t.equal(await isCut('.item-head'), false)
  await page.getByRole('button', { name: 'More controls' }).click()
  await speed.waitFor()
  t.equal(await isCut('.film-tools'), false, 'all of them')
  await check(t)
})

t.test('A drawing is begun on the whole screen, and its comment is written on the page', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addFilm(t, admin)
  await open(`assets/${id}`)
  await page.getByLabel('Time code').getByText('00:00:00:00').waitFor()
  const player = page.getByRole('group', { name: 'Player' })
  await player.getByRole('button', { name: 'Full screen' }).click()
  await player.getByRole('button', { name: 'Step forward' }).click()
  await page.getByLabel('Time code').getByText('00:00:00:01').waitFor()
  await player.getByRole('button', { name: 'Draw', exact: true }).click()
  const tools = page.getByRole('toolbar', { name: 'Draw' })
  await tools.getByRole('button', { name: 'Arrow' }).click()
  for (const from of [0.2, 0.4]) {
    const { x, y, width, height } = (await page.locator('.drawn-on').boundingBox())!
    await page.mouse.move(x + width * from, y + height * 0.2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.8, y + height * 0.6, { steps: 4 })
    await page.mouse.up()
  }
  await page.keyboard.press('Control+z')
  t.equal(await page.locator('.drawing-shape').count(), 1, 'one was taken back')
  await player.getByRole('button', { name: 'Write the comment' }).click()
  await readUntil(() => page.evaluate<boolean>('document.fullscreenElement === null'), (is) => is)
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('This corner')
  await page.keyboard.press('Control+Enter')
  await page.getByText('This corner').and(page.locator('p')).waitFor()
  const [{ drawing: [arrow], time }] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.match(arrow, { tool: 'arrow' })
  t.ok(Math.hypot(arrow.points[0][0] - 0.2, arrow.points[0][1] - 0.2) < 0.01, JSON.stringify(arrow.points))
  t.ok(time >= 0.1 && time < 0.2, `at ${time}`)
  t.strictSame(complaints, [])
})

async function addFilm (t: Test, admin: Parameters<typeof addAsset>[0]): Promise<{ id: string }> {
  const { id } = await addAsset(admin, { title: 'Cut' })
  await attach(admin, id, (await startFileSender(t, { bytes: await readFilm(100), contentType: 'video/mp4' })).url, 'cut.mp4')
  await analysedMedia(admin, id)
  return { id }
}
