import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { succeed } from '../../helper/items.js'
import { addPhoto, boxOf, photoOn, widthOf } from '../../helper/media/photo.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

t.test('Marks and drawings are made and shown at their places of a zoomed photo', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const id = await addPhoto(t, admin)
  await open(`assets/${id}`)
  const { picture, stage, button, loaded, showPixels } = photoOn(page)
  const section = page.getByRole('region', { name: 'Comments' })
  const commentsOf = async () => (await succeed(admin.get(`assets/${id}/comments`))).comments
  await loaded()
  await showPixels()
  await section.getByRole('textbox', { name: 'New comment' }).fill('This sign')
  await page.locator('.stage-marks.taking').waitFor()
  const [frame, at] = [await boxOf(stage), await boxOf(picture)]
  const drag = async () => {
    await page.mouse.move(frame.x + 100, frame.y + 80)
    await page.mouse.down()
    await page.mouse.move(frame.x + 400, frame.y + 280, { steps: 4 })
    await page.mouse.up()
  }
  await drag()
  await section.getByRole('button', { name: 'Part of the picture' }).waitFor()
  t.strictSame(await boxOf(picture), at, 'the picture stays where it is')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('This sign').waitFor()
  const left = (frame.x + 100 - at.x) / at.width
  const top = (frame.y + 80 - at.y) / at.height
  const wanted = { x: left, y: top, width: 300 / at.width, height: 200 / at.height }
  const [{ area }] = await commentsOf()
  for (const [side, value] of Object.entries(wanted)) t.ok(Math.abs(area[side] - value) < 0.001, `${side} ${area[side]}`)

  await section.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('toolbar', { name: 'Draw' }).getByRole('button', { name: 'Rectangle' }).click()
  await page.locator('.drawn-on').waitFor()
  t.strictSame(await boxOf(picture), at)
  await drag()
  t.strictSame(await boxOf(picture), at, 'drawing moves nothing')
  await section.getByRole('textbox', { name: 'New comment' }).fill('And this')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('And this').waitFor()
  const { points: [begun, ended] } = (await commentsOf())[1].drawing[0]
  for (const [index, value] of [left, top].entries()) t.ok(Math.abs(begun[index] - value) < 0.001)
  t.ok(Math.abs(ended[0] - left - wanted.width) < 0.001)

  await button('Fit').click()
  await section.locator('.comment', { hasText: 'This sign' }).getByRole('button', { name: 'Show' }).click()
  const mark = page.locator('.stage-area')
  await readUntil(async () => widthOf(picture), (width) => width < frame.width + 1)
  const [seen, fitting] = [await boxOf(mark), await boxOf(picture)]
  t.ok(Math.abs((seen.x - fitting.x) / fitting.width - left) < 0.005)
  t.ok(Math.abs(seen.width / fitting.width - wanted.width) < 0.005)

  // A comment that is chosen brings its part into sight.
  await button('100 %').click()
  await section.locator('.comment', { hasText: 'And this' }).getByRole('button', { name: 'Show' }).click()
  await page.locator('.drawing-shape').waitFor({ state: 'attached' })
  await stage.evaluate((box: any) => box.scrollTo(box.scrollWidth, box.scrollHeight))
  await section.locator('.comment', { hasText: 'This sign' }).getByRole('button', { name: 'Show' }).click()
  await readUntil(async () => boxOf(mark), ({ x, y, width, height }) =>
    x >= frame.x && y >= frame.y && x + width <= frame.x + frame.width && y + height <= frame.y + frame.height)
  t.strictSame(complaints, [])
})
