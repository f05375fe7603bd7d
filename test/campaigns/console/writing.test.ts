import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Client } from '../../helper/app.js'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { readFilm } from '../../helper/media/film.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

/** A phone whose keyboard is open. */
const WITH_KEYBOARD = { width: 390, height: 508 }

async function addFilm (t: Test, admin: Client): Promise<string> {
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  const sender = await startFileSender(t, { bytes: await readFilm(100), contentType: 'video/mp4' })
  await attach(admin, id, sender.url, 'cut.mp4')
  await readUntil(async () => analysedMedia(admin, id), (files) => files.at(-1)?.analysis === 'done')
  return id
}

t.test('On a phone with its keyboard the moment is in the row of the field, for users and for guests', { skip }, async (t) => {
  const { page, world: { admin }, origin, open, check } =
    await openConsole(t, { shared: sharedMedia(), viewport: WITH_KEYBOARD })
  const id = await addFilm(t, admin)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  for (const show of [async () => open(`assets/${id}`), async () => page.goto(`${origin}/share/#${link.token}`)]) {
    await show()
    // Before the film has loaded a comment has no moment.
    const film = page.locator('video')
    await readUntil(() => film.evaluate((video: any) => video.readyState), (state) => Number(state) > 0)
    const field = page.getByPlaceholder('Write a comment')
    await field.focus()
    const moment = page.locator('.composer').getByRole('button', { name: /^At / })
    await moment.waitFor()
    const [row, chip] = [(await field.boundingBox())!, (await moment.boundingBox())!]
    const middle = chip.y + chip.height / 2
    t.ok(middle > row.y && middle < row.y + row.height && chip.x + chip.width <= row.x, 'beside the field')
    t.ok(row.width >= 160 && row.y + row.height <= WITH_KEYBOARD.height)
    await moment.click({ trial: true })
    await check(t)
  }
})

t.test("A guest's half comment is there after the page was loaded again, with its moment, until it is sent", { skip }, async (t) => {
  const { page, world: { admin }, origin } = await openConsole(t, { key: null, shared: sharedMedia() })
  const id = await addFilm(t, admin)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  await page.goto(`${origin}/share/#${link.token}`)
  await page.getByLabel('Time code').getByText('00:00:00:00').waitFor()
  for (let step = 0; step < 3; step++) await page.keyboard.press('.')
  await page.getByLabel('Time code').getByText('00:00:00:03').waitFor()
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill('The logo is')
  await page.getByRole('button', { name: 'At 00:00:00:03' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'At 00:00:00:03' }).waitFor()
  t.equal(await field.inputValue(), 'The logo is')
  await page.getByLabel('Your name').fill('Ann')
  await field.fill('The logo is late')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('The logo is late', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('The logo is late', { exact: true }).waitFor()
  t.equal(await field.inputValue(), '')
})

t.test('A part of the picture is seen while it is dragged', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Poster' })
  const bytes = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#203050' } }).png().toBuffer()
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'poster.png')
  await open(`assets/${id}`)
  await page.getByRole('textbox', { name: 'New comment' }).focus()
  const picture = (await page.locator('.stage-marks.taking').boundingBox())!
  const place = (x: number, y: number) => [picture.x + x * picture.width, picture.y + y * picture.height] as const
  await page.mouse.move(...place(0.2, 0.2))
  await page.mouse.down()
  await page.mouse.move(...place(0.5, 0.6), { steps: 4 })
  const area = (await page.locator('.stage-area').boundingBox())!
  t.ok(Math.abs(area.width / picture.width - 0.3) < 0.02 && Math.abs(area.height / picture.height - 0.4) < 0.02)
  await page.mouse.up()
  await page.getByRole('button', { name: 'Part of the picture' }).waitFor()
  t.equal(await page.locator('.stage-area').count(), 1)
})
