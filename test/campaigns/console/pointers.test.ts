import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { CDPSession, Locator, Page } from 'playwright-core'
import type { Client } from '../../helper/app.js'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { readFilm } from '../../helper/media/film.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

type Place = readonly [x: number, y: number]

/** A hand with a pen over an element, in fractions of it. The palm touches, as browsers tell of one. */
interface Hand {
  pen (type: 'Pressed' | 'Moved' | 'Released', at: Place): Promise<void>
  /** All places that are touched now: those that are missing are lifted. */
  touch (type: 'Start' | 'Move' | 'End' | 'Cancel', ...at: Place[]): Promise<void>
}

async function handOver (page: Page, element: Locator): Promise<Hand> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const { x, y, width, height } = (await element.boundingBox())!
  const placed = ([left, top]: Place) => ({ x: x + left * width, y: y + top * height })
  return {
    pen: async (type, at) => {
      // It hovers before it presses.
      if (type === 'Pressed') {
        await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...placed(at), pointerType: 'pen' })
      }
      await session.send('Input.dispatchMouseEvent', {
        type: `mouse${type}`, ...placed(at), button: 'left', buttons: type === 'Released' ? 0 : 1, pointerType: 'pen', clickCount: 1
      })
    },
    touch: async (type, ...at) => {
      await session.send('Input.dispatchTouchEvent', {
        type: `touch${type}`, touchPoints: at.map((place, id) => ({ ...placed(place), id }))
      })
    }
  }
}

async function addPicture (t: Test, admin: Client): Promise<string> {
  const { id } = await addAsset(admin, { title: 'Poster' })
  const bytes = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#203050' } }).png().toBuffer()
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'poster.png')
  await readUntil(
    async () => analysedMedia(admin, id), (files) => files.at(-1)?.previews.some(({ kind }) => kind === 'preview') === true)
  return id
}

const PALM: Place = [0.9, 0.9]

t.test('A line by pen goes on while the palm rests, moves and lifts, whichever touches first', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const id = await addPicture(t, admin)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  await section.getByRole('button', { name: 'Draw', exact: true }).click()
  const layer = page.locator('.drawn-on')
  const hand = await handOver(page, layer)
  const shapes = page.locator('.drawing-shape')
  const areDrawn = async (count: number) => readUntil(() => shapes.count(), (now) => now === count)
  /** A level line by pen, in which the palm does something after each step. */
  const draw = async (height: number, palm: ReadonlyArray<() => Promise<void>>) => {
    await hand.pen('Pressed', [0.1, height])
    for (const [index, act] of palm.entries()) {
      await act()
      await hand.pen('Moved', [0.1 + 0.6 * (index + 1) / palm.length, height])
    }
    await hand.pen('Released', [0.7, height])
  }
  // The palm comes during the line, and goes.
  await draw(0.2, [
    async () => hand.touch('Start', PALM), async () => hand.touch('Move', [0.85, 0.8]), async () => hand.touch('End')
  ])
  await areDrawn(1)
  // The palm is there first, and stays longer.
  await hand.touch('Start', PALM)
  await draw(0.4, [async () => hand.touch('Move', [0.8, 0.85]), async () => hand.touch('Move', PALM)])
  await hand.touch('End')
  await areDrawn(2)
  // The system finds out that it was a palm.
  await hand.touch('Start', PALM)
  await draw(0.6, [async () => hand.touch('Cancel'), async () => {}])
  // A finger draws, and another one touches.
  await hand.touch('Start', [0.1, 0.8])
  await hand.touch('Move', [0.3, 0.8])
  await hand.touch('Start', [0.3, 0.8], PALM)
  await hand.touch('Move', [0.5, 0.8], [0.8, 0.9])
  await hand.touch('Move', [0.7, 0.8])
  await hand.touch('End')
  await areDrawn(4)
  // A line that the browser takes away is none, and the next one begins anew.
  await hand.touch('Start', [0.5, 0.5])
  await hand.touch('Move', [0.6, 0.5])
  await hand.touch('Cancel')
  await areDrawn(4)

  await section.getByRole('textbox', { name: 'New comment' }).fill('Four lines')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('Four lines').waitFor()
  const [{ drawing }] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  for (const [index, { points }] of drawing.entries()) {
    const height = [0.2, 0.4, 0.6, 0.8][index]!
    for (const [, y] of points) t.ok(Math.abs(y - height) < 0.01, `level: ${JSON.stringify(points)}`)
    t.ok(Math.abs(points[0][0] - 0.1) < 0.01 && Math.abs(points.at(-1)[0] - 0.7) < 0.02, `whole: ${JSON.stringify(points)}`)
  }
  t.strictSame(complaints, [])
})

t.test('An area is where the pen was, and the bar of the player stays at the pen', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut' })
  await attach(admin, id, (await startFileSender(t, { bytes: await readFilm(100), contentType: 'video/mp4' })).url, 'cut.mp4')
  await analysedMedia(admin, id)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  await page.getByLabel('Time code').getByText('00:00:00:00').waitFor()
  const bar = await handOver(page, page.locator('.film-bar'))
  const seconds = async () => Number(await page.evaluate('document.querySelector(".stage video").currentTime'))
  await bar.pen('Pressed', [0.2, 0.5])
  await bar.touch('Start', [0.9, 0.5])
  await bar.touch('Move', [0.8, 0.5])
  await bar.pen('Moved', [0.3, 0.5])
  await readUntil(seconds, (now) => Math.abs(now - 6) < 0.2)
  await bar.touch('Move', [0.9, 0.5])
  await bar.touch('End')
  await bar.pen('Moved', [0.4, 0.5])
  await bar.pen('Released', [0.4, 0.5])
  await readUntil(seconds, (now) => Math.abs(now - 8) < 0.2)
  // The palm first.
  await bar.touch('Start', [0.9, 0.5])
  await bar.pen('Pressed', [0.5, 0.5])
  await bar.touch('Move', [0.8, 0.5])
  await bar.pen('Moved', [0.55, 0.5])
  await bar.pen('Released', [0.55, 0.5])
  await bar.touch('End')
  await readUntil(seconds, (now) => Math.abs(now - 11) < 0.2)

  await section.getByRole('textbox', { name: 'New comment' }).fill('This part')
  const picture = await handOver(page, page.locator('.stage-marks'))
  await picture.touch('Start', PALM)
  await picture.pen('Pressed', [0.2, 0.2])
  await picture.touch('Move', [0.95, 0.9])
  await picture.pen('Moved', [0.4, 0.4])
  await picture.touch('End')
  t.equal(await section.getByRole('button', { name: 'Part of the picture' }).count(), 0, 'the pen is still there')
  await picture.pen('Moved', [0.6, 0.7])
  await picture.pen('Released', [0.6, 0.7])
  await section.getByRole('button', { name: 'Part of the picture' }).waitFor()
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('This part').waitFor()
  const [{ area }] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  for (const [side, value] of Object.entries({ x: 0.2, y: 0.2, width: 0.4, height: 0.5 })) {
    t.ok(Math.abs(area[side] - value) < 0.02, `${side} ${area[side]}`)
  }
  t.strictSame(complaints, [])
})

t.test('The sliders of Compare follow the pen, not the palm', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const ids = [await addPicture(t, admin), await addPicture(t, admin)]
  await open(`compare?one=${ids[0]}&other=${ids[1]}`)
  await page.getByRole('button', { name: 'Slider' }).click()
  const divider = page.getByRole('slider', { name: 'Divider' })
  const hand = await handOver(page, divider)
  const value = async () => Number(await divider.inputValue())
  const isAt = async (wanted: number) => readUntil(value, (now) => Math.abs(now - wanted) < 3)
  await hand.pen('Pressed', [0.5, 0.5])
  await hand.touch('Start', PALM)
  await hand.pen('Moved', [0.3, 0.5])
  await isAt(30)
  await hand.touch('Move', [0.8, 0.9])
  await hand.pen('Moved', [0.25, 0.5])
  await isAt(25)
  await hand.touch('End')
  await hand.pen('Released', [0.25, 0.5])
  await isAt(25)
  await hand.touch('Start', [0.25, 0.5])
  await hand.touch('Start', [0.25, 0.5], PALM)
  await hand.touch('Move', [0.6, 0.5], PALM)
  await isAt(60)
  await hand.touch('Move', [0.6, 0.5])
  await hand.touch('End')
  await isAt(60)
  await divider.focus()
  await page.keyboard.press('Home')
  await isAt(0)
  t.strictSame(complaints, [])
})
