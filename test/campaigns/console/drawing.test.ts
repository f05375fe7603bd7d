import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import type { Client } from '../../helper/app.js'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { readFilm } from '../../helper/media/film.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

const [WIDTH, HEIGHT] = [1600, 900]

async function addPicture (t: Test, admin: Client, title = 'Poster'): Promise<string> {
  const { id } = await addAsset(admin, { title })
  const bytes = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#203050' } }).png().toBuffer()
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'poster.png')
  await readUntil(
    async () => analysedMedia(admin, id), (files) => files.at(-1)?.previews.some(({ kind }) => kind === 'preview') === true)
  return id
}

interface Video {
  currentTime: number
  readonly readyState: number
  addEventListener (name: string, listener: (event: unknown) => void, options: object): void
}

/** Drags over the stage, between points in fractions of it. */
async function drag (page: Page, ...points: ReadonlyArray<readonly [number, number]>): Promise<void> {
  const { x, y, width, height } = (await page.locator('.drawn-on').boundingBox())!
  for (const [index, point] of points.entries()) {
    await page.mouse.move(x + point[0] * width, y + point[1] * height, { steps: index === 0 ? 1 : 8 })
    if (index === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

const shapes = [
  { tool: 'pen', color: '#f0e442', width: 0.02, points: [[0.05, 0.05], [0.1, 0.3], [0.2, 0.1], [0.25, 0.4]] },
  { tool: 'arrow', color: '#f0e442', width: 0.02, points: [[0.4, 0.2], [0.6, 0.1]] },
  { tool: 'line', color: '#f0e442', width: 0.02, points: [[0.7, 0.1], [0.95, 0.3]] },
  { tool: 'rectangle', color: '#f0e442', width: 0.02, points: [[0.3, 0.9], [0.1, 0.6]] },
  { tool: 'ellipse', color: '#f0e442', width: 0.02, points: [[0.5, 0.6], [0.9, 0.95]] }
]

/** Where each shape is seen, in fractions of the picture: yellow pixels of the screen around it. */
async function seenOn (page: Page): Promise<number[][]> {
  const picture = page.locator('.stage-picture')
  const { data, info: { width, height } } = await sharp(await picture.screenshot()).removeAlpha().raw()
    .toBuffer({ resolveWithObject: true })
  const isYellow = (x: number, y: number) => {
    const at = (y * width + x) * 3
    return data[at]! > 180 && data[at + 1]! > 170 && data[at + 2]! < 130
  }
  return shapes.map(({ points }) => {
    const [xs, ys] = [0, 1].map((side) => points.map((point) => point[side]!)) as [number[], number[]]
    const within = (low: number, high: number, size: number) =>
      [Math.max(0, Math.floor((low - 0.06) * size)), Math.min(size, Math.ceil((high + 0.06) * size))]
    const [left, right] = within(Math.min(...xs), Math.max(...xs), width) as [number, number]
    const [top, bottom] = within(Math.min(...ys), Math.max(...ys), height) as [number, number]
    const box = [1, 1, 0, 0]
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if (!isYellow(x, y)) continue
        box[0] = Math.min(box[0]!, x / width)
        box[1] = Math.min(box[1]!, y / height)
        box[2] = Math.max(box[2]!, (x + 1) / width)
        box[3] = Math.max(box[3]!, (y + 1) / height)
      }
    }
    return box
  })
}

t.test('A drawing is in the same places of the picture in windows of 390 and of 1,920 pixels', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const id = await addPicture(t, admin)
  await succeed(admin.post(`assets/${id}/comments`, { text: 'All of this', drawing: shapes }))
  const seen = []
  for (const viewport of [{ width: 1920, height: 1400 }, NARROW, { width: 844, height: 390 }]) {
    await page.setViewportSize(viewport)
    await open(`assets/${id}`)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator('.drawing-shape').nth(4).waitFor()
    await page.getByRole('img', { name: 'Preview of poster.png' }).evaluate((image: { decode (): Promise<void> }) => image.decode())
    seen.push(await seenOn(page))
  }
  for (const boxes of seen) {
    for (const [index, box] of boxes.entries()) {
      for (const [side, value] of box.entries()) {
        t.ok(value > 0 && value < 1)
        const away = Math.abs(value - seen[0]![index]![side]!)
        t.ok(away < 0.01, `${shapes[index]!.tool}, side ${side}: ${away}`)
      }
    }
  }
  await check(t)
  t.strictSame(complaints, [])
})

t.test('Who comments draws on the picture, and takes back', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const id = await addPicture(t, admin)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const tools = page.getByRole('toolbar', { name: 'Draw' })
  await section.getByRole('button', { name: 'Draw', exact: true }).click()
  await tools.getByRole('button', { name: 'Arrow' }).click()
  await tools.getByRole('button', { name: 'Blue', exact: true }).click()
  await check(t)
  await drag(page, [0.2, 0.2], [0.6, 0.4])
  await tools.getByRole('button', { name: 'Pen' }).click()
  await drag(page, [0.1, 0.8], [0.3, 0.6], [0.5, 0.8])
  await tools.getByRole('button', { name: 'Ellipse' }).click()
  await drag(page, [0.6, 0.6], [0.9, 0.9])
  t.equal(await page.locator('.drawing-shape').count(), 3)
  await page.keyboard.press('Control+z')
  await tools.getByRole('button', { name: 'Clear' }).click()
  t.equal(await page.locator('.drawing-shape').count(), 0)
  await tools.getByRole('button', { name: 'Undo' }).click()
  t.equal(await page.locator('.drawing-shape').count(), 2)

  await page.locator('.drawn-on').focus()
  await page.keyboard.press('r')
  for (const key of ['Enter', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key)
  await section.getByRole('textbox', { name: 'New comment' }).fill('Here, not there')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('Here, not there').waitFor()
  t.equal(await tools.count(), 0)
  const [comment] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  const [arrow, pen, rectangle] = comment.drawing
  t.match(arrow, { tool: 'arrow', color: '#0072b2' })
  const ends = [...arrow.points, pen.points[0], pen.points.at(-1)]
  for (const [index, wanted] of ([[0.2, 0.2], [0.6, 0.4], [0.1, 0.8], [0.5, 0.8]] as const).entries()) {
    const point = ends[index]
    t.ok(Math.hypot(point[0] - wanted[0], point[1] - wanted[1]) < 0.005, JSON.stringify([point, wanted]))
  }
  t.ok(pen.points.length < 8, 'straight parts need few points')
  t.strictSame(rectangle.points, [[0.5, 0.5], [0.55, 0.55]])
  await section.getByRole('button', { name: 'Show' }).click()
  await page.locator('.drawing-shape').nth(2).waitFor({ state: 'attached' })
  t.equal(await page.locator('.drawing-shape').count(), 3)
  t.strictSame(complaints, [])
})

t.test('Tools are chosen by keys of other scripts, not by AltGr, and Escape loses neither the drawing nor the comment', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const id = await addPicture(t, admin)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const tools = page.getByRole('toolbar', { name: 'Draw' })
  await section.getByRole('button', { name: 'Draw', exact: true }).click()
  const press = (key: string, code: string, isAltGraph = false) => page.locator('.drawn-on').evaluate((layer: any, init: object) => {
    layer.focus()
    layer.dispatchEvent(new layer.ownerDocument.defaultView.KeyboardEvent('keydown', init))
  }, { key, code, modifierAltGraph: isAltGraph, bubbles: true, cancelable: true })
  const isChosen = (name: string) => tools.getByRole('button', { name, exact: true, pressed: true })
  for (const [key, code, name] of [['ש', 'KeyA', 'Arrow'], ['к', 'KeyR', 'Rectangle'], ['ε', 'KeyE', 'Ellipse'], ['ך', 'KeyL', 'Line']] as const) {
    await press(key, code)
    await isChosen(name).waitFor()
  }
  await press('€', 'KeyE', true)
  await press('æ', 'KeyA', true)
  t.equal(await isChosen('Line').count(), 1)
  await drag(page, [0.2, 0.2], [0.6, 0.4])
  await page.locator('.drawn-on').focus()
  await page.keyboard.press('Escape')
  await tools.waitFor({ state: 'detached' })
  t.equal(await page.locator('.drawing-shape').count(), 1)
  // Where the field has the focus by now, the first one leaves it.
  const note = page.getByText('Your comment is not sent yet.')
  await readUntil(async () => {
    await page.keyboard.press('Escape')
    return note.count()
  }, (count) => count > 0)
  await section.getByRole('textbox', { name: 'New comment' }).fill('Here')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('Here').waitFor()
  t.match((await succeed(admin.get(`assets/${id}/comments`))).comments, [{ text: 'Here', drawing: [{ tool: 'line' }] }])
  t.strictSame(complaints, [])
})

t.test('A guest draws on a film on a phone, and the drawing is shown at its moment alone', { skip }, async (t) => {
  const options = { shared: sharedMedia(), viewport: NARROW, key: null }
  const { page, origin, world: { admin }, complaints } = await openConsole(t, options)
  const { id } = await addAsset(admin, { title: 'Cut' })
  const { url } = await startFileSender(t, { bytes: await readFilm(100), contentType: 'video/mp4' })
  await attach(admin, id, url, 'cut.mp4')
  await readUntil(async () => analysedMedia(admin, id), (files) => files.length > 0)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  await page.goto(`${origin}/share/#${link.token}`)
  await page.getByLabel('Your name').fill('Ann')
  const film = page.locator('.stage video')
  const go = (to: number) => film.evaluate((video: Video, seconds: number) => new Promise((resolve) => {
    const seek = () => {
      video.addEventListener('seeked', resolve, { once: true })
      video.currentTime = seconds
    }
    if (video.readyState > 0) seek()
    else video.addEventListener('loadedmetadata', seek, { once: true })
  }), to)
  await go(2)
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('toolbar', { name: 'Draw' }).getByRole('button', { name: 'Arrow' }).click()
  await drag(page, [0.2, 0.2], [0.7, 0.7])
  await page.getByRole('textbox', { name: 'Comment' }).fill('This one')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('This one').waitFor()
  const [comment] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.match(comment, { guest: true, author: 'Ann', drawing: [{ tool: 'arrow' }] })
  t.ok(Math.abs(comment.time - 2) < 0.1, `at ${comment.time}`)

  t.equal(await page.locator('.drawing-shape').count(), 0)
  await page.locator('.comment .moment').click()
  await page.locator('.drawing-shape').waitFor()
  await go(5)
  await page.locator('.drawing-shape').waitFor({ state: 'detached' })
  await go(2.2)
  await page.locator('.comment .moment').click()
  await page.locator('.drawing-shape').waitFor()
  t.strictSame(complaints, [])
})
