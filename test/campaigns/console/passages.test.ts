import t from 'tap'
import type { Locator, Page } from 'playwright-core'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { attachFilm } from '../../helper/media/film.js'
import { attachSound } from '../../helper/media/sound.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

const playerOf = (page: Page) => page.getByRole('group', { name: 'Player' })
const codeOf = (page: Page) => playerOf(page).getByLabel('Time code')

/** Presses a key of the player until its time code is this one. */
async function stepTo (page: Page, code: string, key = '.'): Promise<void> {
  for (let now = await codeOf(page).textContent(); now !== code;) {
    await page.keyboard.press(key)
    now = await readUntil(() => codeOf(page).textContent(), (next) => next !== now)
  }
}

/** Drags over the bar of the player, between fractions of its length. */
async function dragOver (bar: Locator, from: number, to: number): Promise<void> {
  const page = bar.page()
  const { x, y, width, height } = (await bar.boundingBox())!
  await page.mouse.move(x + width * from, y + height / 4)
  await page.mouse.down()
  await page.mouse.move(x + width * to, y + height / 4, { steps: 4 })
  await page.mouse.up()
}

t.test('With In and Out a comment is about the passage, up to the picture at Out', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const field = section.getByRole('textbox', { name: 'New comment' })
  const player = playerOf(page)
  await player.getByText('00:00:00:00').waitFor()
  await player.focus()
  await stepTo(page, '00:00:00:03')
  await page.keyboard.press('i')
  await stepTo(page, '00:00:00:07')
  t.equal(await section.locator('.moment').count(), 0, 'In alone is no passage')
  await page.keyboard.press('o')
  const passage = section.getByRole('button', { name: '00:00:00:03 to 00:00:00:07' })
  await passage.waitFor()
  await page.locator('.film-range').waitFor()
  await check(t)

  // Who writes begins at its first picture.
  await field.click()
  await codeOf(page).getByText('00:00:00:03').waitFor()
  t.equal(await section.getByRole('button', { name: /^At / }).count(), 0)
  await field.fill('Too hecti')
  // The last letter comes before the page is left, and no picture is drawn any more.
  await field.evaluate((area: any) => area.ownerDocument.defaultView.addEventListener('pagehide', () => {
    area.value += 'c'
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }))
  await page.reload()
  await passage.waitFor()
  t.equal(await field.inputValue(), 'Too hectic')
  await player.getByRole('button', { name: 'Out 00:00:00:07' }).waitFor()
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.locator('.comment').getByText('Too hectic').waitFor()
  await player.getByRole('button', { name: 'Out', exact: true }).waitFor()
  const [comment] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.match(comment, { time: 0.35, duration: 0.5 })
  t.match((await admin.get(`assets/${id}/comments?format=csv`)).text, '00:00:00:03,00:00:00:08,00:00:00:05')

  await player.focus()
  await page.keyboard.press('.')
  await section.locator('.comment').getByRole('button', { name: '00:00:00:03 to 00:00:00:07', exact: true }).click()
  await codeOf(page).getByText('00:00:00:03').waitFor()
  await page.locator('.film-range').waitFor()
  t.strictSame(complaints, [])
})

t.test('Out is never before In, ends with the film, and both go with the passage', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const player = playerOf(page)
  await player.getByText('00:00:00:00').waitFor()
  await player.focus()
  await stepTo(page, '00:00:00:06')
  await page.keyboard.press('i')
  await stepTo(page, '00:00:00:04', ',')
  await page.keyboard.press('o')
  await player.getByRole('button', { name: 'In 00:00:00:04' }).waitFor()
  await section.getByRole('button', { name: '00:00:00:04', exact: true }).waitFor()
  await stepTo(page, '00:00:00:02', ',')
  await page.keyboard.press('i')
  await section.getByRole('button', { name: '00:00:00:02 to 00:00:00:04' }).waitFor()
  await stepTo(page, '00:00:00:05')
  await page.keyboard.press('i')
  await player.getByRole('button', { name: 'Out 00:00:00:05' }).waitFor()

  await page.locator('video').evaluate((film: any) => { film.currentTime = film.duration })
  await readUntil(() => codeOf(page).textContent(), (now) => now! > '00:00:19:00')
  await page.keyboard.press('o')
  const passage = section.getByRole('button', { name: '00:00:00:05 to 00:00:19:09' })
  await passage.click()
  await passage.waitFor({ state: 'detached' })
  t.equal(await page.locator('.film-range').count(), 0)
  await player.getByRole('button', { name: 'In', exact: true }).waitFor()
  t.strictSame(complaints, [])
})

t.test('Dragging over the bar with Shift marks a passage, in both directions', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const field = section.getByRole('textbox', { name: 'New comment' })
  const bar = page.locator('.film-bar')
  await playerOf(page).getByText('00:00:00:00').waitFor()
  await bar.waitFor()
  await dragOver(bar, 0.6, 0.7)
  t.equal(await page.locator('.film-range').count(), 0, 'without Shift it moves the film')
  for (const [from, to] of [[0.25, 0.5], [0.5, 0.25]] as const) {
    await page.keyboard.down('Shift')
    await dragOver(bar, from, to)
    await page.keyboard.up('Shift')
    await section.getByRole('button', { name: /^00:00:0[45]:\d\d to 00:00:(?:09|10):\d\d$/ }).waitFor()
    t.equal(await page.evaluate('getSelection().isCollapsed'), true, 'no text is chosen by it')
    await playerOf(page).getByRole('button', { name: 'Clear In and Out' }).click()
    await section.locator('.moment').waitFor({ state: 'detached' })
  }

  // A drawing is on the first picture of its passage.
  await page.keyboard.down('Shift')
  await dragOver(bar, 0.5, 0.75)
  await page.keyboard.up('Shift')
  const words = (await section.locator('.composer .moment').textContent())!
  await section.getByRole('button', { name: 'Draw', exact: true }).click()
  await codeOf(page).getByText(words.slice(0, 11)).waitFor()
  await field.fill('All of this')
  await page.getByRole('application', { name: 'Draw on the picture' }).click()
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.locator('.comment').getByText('drawing').waitFor()
  const [comment] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.match(comment, { time: Number, duration: Number, drawing: [{ tool: 'pen' }] })
  t.strictSame(complaints, [])
})

t.test('A guest comments on a passage, at a desk and on a phone', { skip }, async (t) => {
  const opened = await openConsole(t, { key: null, shared: sharedMedia() })
  const { page, origin, world: { admin }, check, complaints } = opened
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  for (const [viewport, text] of [[WIDE, 'At a desk'], [NARROW, 'On a phone']] as const) {
    await page.setViewportSize(viewport)
    await page.goto(`${origin}/share/#${link.token}`)
    await page.reload()
    const player = playerOf(page)
    await player.getByText('00:00:00:00').waitFor()
    const step = player.getByRole('button', { name: 'Step forward' })
    if (viewport === NARROW) await player.getByRole('button', { name: 'More controls' }).click()
    await player.getByRole('button', { name: 'In', exact: true }).click()
    for (const code of ['00:00:00:01', '00:00:00:02']) {
      await step.click()
      await codeOf(page).getByText(code).waitFor()
    }
    await player.getByRole('button', { name: 'Out', exact: true }).click()
    await page.getByRole('button', { name: '00:00:00:00 to 00:00:00:02', exact: true }).waitFor()
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('Comment', { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByText(text, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Go to 00:00:00:00 to 00:00:00:02' }).first().waitFor()
    await check(t)
  }
  const { comments } = await succeed(admin.get(`assets/${id}/comments`))
  for (const { time, duration } of comments) t.strictSame([Math.floor(time * 10), duration], [0, 0.3])
  t.equal(comments.length, 2)
  t.strictSame(complaints, [])
})

t.test('A passage of a sound is as long as from In to Out', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Interview' })
  await attachSound(t, admin, id)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const bar = page.locator('.film-bar')
  await bar.waitFor()
  await page.keyboard.down('Shift')
  await dragOver(bar, 0.25, 0.75)
  await page.keyboard.up('Shift')
  const passage = section.getByRole('button', { name: /^00:00:0[01]\.\d{3} to 00:00:0[23]\.\d{3}$/ })
  await passage.waitFor()
  await section.getByRole('textbox', { name: 'New comment' }).fill('Cough')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.locator('.comment').getByText('Cough').waitFor()
  const [{ time, duration }] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.ok(Math.abs(time - 1) < 0.1 && Math.abs(duration - 2) < 0.1, `${time} for ${duration}`)
})
