import { readFile } from 'node:fs/promises'
import t from 'tap'
import type { Locator, Page } from 'playwright-core'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { addAsset, addItemTo, addProject, succeed } from '../../helper/items.js'
import { attachFilm } from '../../helper/media/film.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

const VIDEO = "document.querySelector('.stage video')"
/** A desk at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 }
/** The film of the tests has ten pictures a second. */
const MOMENTS = [12.3, 4.1, 18.9, 0.5, 9, 15.6, 7.7, 2.2, 11, 19.9, 6.4, 13.1]

/** Whether all of an element is in the window, and nothing is before it. */
async function isInSight (page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  const { width, height } = page.viewportSize()!
  if (box === null || box.x < 0 || box.y < 0) return false
  if (box.x + box.width > width + 1 || box.y + box.height > height + 1) return false
  return await element.evaluate((element: any) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(seen) || element.parentElement.contains(seen)
  })
}

t.test('A film, its comments and the field for a new one are in sight together, at a desk, zoomed, and on a phone', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  // As cameras and programs name them: without a space, over several lines.
  const { id } = await addAsset(admin, { title: 'A001_C014_0415XV_001_R2_LOG3G10_REDWideGamut_23976_DAILIES_MASTER_v0007_final' })
  await attachFilm(t, admin, id)
  for (const time of MOMENTS) await succeed(admin.post(`assets/${id}/comments`, { text: `At ${time}`, time }))
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Of the whole' }))
  const section = page.getByRole('region', { name: 'Comments' })
  const film = page.locator('.stage video')
  const field = section.getByRole('textbox', { name: 'New comment' })
  const texts = async () => section.locator('.comment-text').allTextContents()
  for (const viewport of [NARROW, ZOOMED, WIDE]) {
    await page.setViewportSize(viewport)
    await open(`assets/${id}`)
    await section.getByText('At 0.5').waitFor()
    await page.getByLabel('Time code').getByText('00:00:00:00').waitFor()
    await field.click()
    // The field grows when it is chosen.
    for (const seen of [film, section.getByText('At 0.5'), field]) await readUntil(() => isInSight(page, seen), (is) => is)
    t.equal(await page.evaluate('document.documentElement.scrollHeight - document.documentElement.clientHeight'), 0,
      'scrolling ends where the page ends')
    const loose = "[...document.querySelectorAll('main .hidden-text')].filter(({ offsetParent }) => offsetParent?.closest('main') == null).length"
    t.equal(await page.evaluate(loose), 0, 'hidden texts scroll with the page, and make the window no longer')
    await section.getByText('Of the whole').scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 0)
    t.ok(await isInSight(page, section.getByText('Of the whole')))
    t.ok(await isInSight(page, film), 'the film stays')
    t.ok(await isInSight(page, field), 'the field stays')
    await check(t)
  }

  t.strictSame(await texts(), [...MOMENTS].sort((a, b) => a - b).map((time) => `At ${time}`).concat('Of the whole'))
  await section.getByLabel('Newest first').check()
  t.strictSame((await texts()).slice(0, 2), ['Of the whole', 'At 13.1'])
  await section.getByLabel('Newest first').uncheck()
  await section.getByRole('checkbox', { name: /^Done: / }).first().check()
  await section.locator('.comment.done').waitFor()
  await section.getByRole('button', { name: 'Export markers' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Format').selectOption('avid')
  await dialog.getByLabel('Start').fill('10:00:00:00')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  t.match(file, '\t10:00:12:03\t', 'the picture of a comment, from there on')
  await section.getByLabel('Hide done').check()
  await section.getByText('At 0.5').waitFor({ state: 'detached' })
  t.equal((await texts()).length, MOMENTS.length)
  t.strictSame(complaints, [])
})

t.test('Writing stops the film at the moment beside the field, and marks lead back to their pictures exactly', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  await open(`assets/${id}`)
  const player = page.getByRole('group', { name: 'Player' })
  const section = page.getByRole('region', { name: 'Comments' })
  const code = player.getByLabel('Time code')
  await player.getByText('00:00:00:00').waitFor()
  t.equal(await page.locator('.stage video').getAttribute('poster'), null, 'what is shown is what the time code says')
  await player.getByRole('button', { name: 'Play' }).click()
  await readUntil(() => code.textContent(), (now) => now! > '00:00:00:05')
  await section.getByRole('textbox', { name: 'New comment' }).click()
  t.equal(await page.evaluate(`${VIDEO}.paused`), true)
  const moment = (await section.getByRole('button', { name: /^At / }).textContent())!.replace('At ', '')
  await readUntil(() => code.textContent(), (now) => now === moment)

  await page.locator('.stage video').click({ position: { x: 40, y: 40 }, force: true })
  await section.getByRole('button', { name: 'Part of the picture' }).waitFor()
  t.equal(await page.evaluate(`${VIDEO}.paused`), true, 'a click marks a part, and plays nothing')
  await page.keyboard.type('Here')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('Here').waitFor()
  const [{ time, area }] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.match(moment, new RegExp(`:${String(Math.floor(time % 1 * 10 + 0.01)).padStart(2, '0')}$`))
  t.match(area, { width: Number })

  await succeed(admin.post(`assets/${id}/comments`, { text: 'Later', time: 12.3, duration: 2 }))
  await section.getByText('Later').waitFor()
  await player.getByRole('button', { name: '00:00:12:03: Later' }).click()
  await readUntil(() => code.textContent(), (now) => now === '00:00:12:03')
  t.ok(Math.abs(await page.evaluate<number>(`${VIDEO}.currentTime`) - 12.35) < 0.01, 'in the middle of the picture')
  await section.getByRole('button', { name: moment, exact: true }).click()
  await readUntil(() => code.textContent(), (now) => now === moment)
  await page.locator('.stage-area').waitFor()

  // A drawing is on the picture that is shown, not on that of the first letter.
  await section.getByRole('textbox', { name: 'New comment' }).fill('And this')
  await section.getByRole('button', { name: `At ${moment}` }).waitFor()
  await player.getByRole('button', { name: 'Step forward' }).click()
  await readUntil(() => code.textContent(), (now) => now !== moment)
  const next = await code.textContent()
  await section.getByRole('button', { name: 'Draw', exact: true }).click()
  await section.getByRole('button', { name: `At ${next}` }).waitFor()
  t.strictSame(complaints, [])
})

t.test('People are offered after @, and a comment says on which version it was made', { skip }, async (t) => {
  const { page, world, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { admin } = world
  const ann = await world.addUser({ email: 'anna@example.com' })
  await world.addUser({ email: 'ben@example.com' })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id, 'cut-1.mp4')
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  await section.getByRole('textbox', { name: 'New comment' }).pressSequentially('Look, @A')
  await section.getByRole('option', { name: 'anna@example.com' }).waitFor()
  t.equal(await section.getByRole('option').count(), 1)
  await check(t)
  await page.keyboard.press('Enter')
  await readUntil(() => section.getByRole('textbox', { name: 'New comment' }).inputValue(), (text) => text.endsWith('anna '))
  await page.keyboard.press('End')
  await page.keyboard.type('here')
  await page.keyboard.press('Control+Enter')
  await section.getByText('Look, @anna here').waitFor()
  const [comment] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.match(comment, { mentions: [ann.id], media_id: String })
  // As a Japanese keyboard writes it.
  await section.getByRole('textbox', { name: 'New comment' }).fill('これは＠Anna')
  await section.getByRole('option', { name: 'anna@example.com' }).waitFor()
  await page.keyboard.press('Enter')
  await readUntil(() => section.getByRole('textbox', { name: 'New comment' }).inputValue(), (text) => text === 'これは@anna ')
  // By the keyboard of another language, or of a phone.
  for (const [name, typed] of [
    ['\u06a9\u0631\u06cc\u0645', '\u0643\u0631\u064a'], ['Sean O\u2019Brien', "o'bri"], ['\u0421\u0435\u0440\u0433\u0456\u0439', '\u0441\u0435\u0440\u0433\u0456\u0438'],
    ['\u1112\u1161\u11ab\uc194', '\ud558'], ['Ştefan', 'Ștef']
  ] as const) {
    await succeed(admin.post(`admin/users/${ann.id}`, { name }))
    await page.reload()
    await section.getByRole('textbox', { name: 'New comment' }).fill(`@${typed}`)
    await section.getByRole('option', { name }).waitFor()
    t.equal(await section.getByRole('option').count(), 1, typed)
  }
  await section.getByRole('textbox', { name: 'New comment' }).fill('')
  t.equal(await section.locator('.comment-version').count(), 0, 'there is one version')

  await attachFilm(t, admin, id, 'cut-2.mp4')
  await section.getByText('Earlier version').waitFor()
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Better' }))
  await section.getByText('This version').waitFor()
  t.strictSame(complaints, [])
})

t.test('Time codes count by the rate of the file as soon as it is known, and of each new version', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await open(`assets/${id}`)
  const player = page.getByRole('group', { name: 'Player' })
  const code = player.getByLabel('Time code')
  // The film of a new version begins where that of the one before was.
  for (const [name, begin] of [['cut-1.mp4', 0], ['cut-2.mp4', 2]] as const) {
    await attachFilm(t, admin, id, name)
    await page.getByLabel(name, { exact: true }).waitFor()
    await player.getByText(`00:00:00:0${begin}`).waitFor()
    await player.focus()
    for (const next of [begin + 1, begin + 2]) {
      await page.keyboard.press('.')
      await readUntil(() => code.textContent(), (now) => now === `00:00:00:0${next}`)
    }
    t.ok(Math.abs(await page.evaluate<number>(`${VIDEO}.currentTime`) - (begin + 2.5) / 10) < 0.01)
  }
  t.strictSame(complaints, [])
})

t.test('The table of a project is as high as what is in it, and hundreds of comments are shown in parts', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id } = await addProject(admin, { title: 'Rushes' })
  await addItemTo(admin, 'assets', id, { title: 'Take 1' })
  await Promise.all(Array.from({ length: 203 }, async (_each, index) =>
    succeed(admin.post(`projects/${id}/comments`, { text: `Comment ${index}` }))))
  await open(`projects/${id}`)
  const row = page.getByRole('row', { name: /Take 1/ })
  await row.waitFor()
  const { height } = (await page.getByRole('grid').boundingBox())!
  t.ok(height >= 80 && height < 120, `${height} pixels for one row and its head`)
  t.ok(await isInSight(page, row))

  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByRole('button', { name: 'Show more' }).waitFor()
  t.equal(await comments.locator('.comment').count(), 200)
  await readUntil(async () => {
    const button = comments.getByRole('button', { name: 'Show more' })
    if (await button.count() > 0) await button.click()
    return comments.locator('.comment').count()
  }, (count) => count === 203)
})
