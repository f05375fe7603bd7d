import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { makePdf } from '../../helper/media/pdf.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

const PAGES = 12

t.test('A PDF is shown with all its pages, and comments are at a page', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'The script' })
  // Helvetica is not in the document.
  const font = '<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
  const bytes = makePdf(
    Array.from({ length: PAGES }, (_, index) => `/MediaBox[0 0 300 200]/Resources${font}/Contents ${4 + PAGES + index} 0 R`), '',
    Array.from({ length: PAGES }, (_, index) => `BT /F 24 Tf 40 100 Td (Scene ${index + 1}) Tj ET`)
  )
  const { url } = await startFileSender(t, { bytes, contentType: 'application/pdf' })
  await attach(admin, id, url, 'script.pdf')
  const [media] = await analysedMedia(admin, id)
  t.type(media!.view_url, 'string')
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Cut this scene', page: 9 }))
  await open(`assets/${id}`)
  const pages = page.getByRole('region', { name: 'Pages of script.pdf' })
  await pages.getByRole('img', { name: 'Page 1 of script.pdf' }).and(page.locator('[data-drawn]')).waitFor()
  t.equal(await pages.getByRole('img').count(), PAGES)
  const isInked = await page.evaluate(`(() => {
    const canvas = document.querySelector('.pdf-page canvas')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return data.some((value, index) => index % 4 === 0 && value < 100)
  })()`)
  t.ok(isInked, 'its text is there')
  await check(t)

  const section = page.getByRole('region', { name: 'Comments' })
  await section.getByRole('button', { name: 'Page 9' }).click()
  await page.getByText(`Page 9 of ${PAGES}`).waitFor()
  await pages.getByRole('img', { name: 'Page 9 of script.pdf' }).and(page.locator('[data-drawn]')).waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(`Page 10 of ${PAGES}`).waitFor()
  await section.getByRole('textbox', { name: 'New comment' }).fill('Longer, please')
  await section.getByRole('button', { name: 'On page 10' }).waitFor()
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('Longer, please').waitFor()
  const { comments } = await succeed(admin.get(`assets/${id}/comments`))
  t.match(comments, [{ page: 9 }, { page: 10 }])

  await section.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('toolbar', { name: 'Draw' }).getByRole('button', { name: 'Rectangle' }).click()
  t.equal(await page.locator('.drawn-on').count(), 1)
  const box = (await page.locator('[data-page="10"]').boundingBox())!
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.25)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.5)
  await page.mouse.up()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(`Page 11 of ${PAGES}`).waitFor()
  t.equal(await page.getByRole('button', { name: 'Undo' }).isEnabled(), true, 'pages that come do not forget')
  await section.getByRole('textbox', { name: 'New comment' }).fill('This part')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('This part').waitFor()
  const drawn = (await succeed(admin.get(`assets/${id}/comments`))).comments.at(-1)
  t.match(drawn, { page: 10, drawing: [{ tool: 'rectangle' }] })
  for (const [index, side] of [0.25, 0.25, 0.75, 0.5].entries()) {
    t.ok(Math.abs(drawn.drawing[0].points.flat()[index] - side) < 0.01)
  }
  await section.getByRole('button', { name: 'Page 9' }).click()
  t.equal(await page.locator('.drawing-shape').count(), 0)
  await section.locator('.comment', { hasText: 'This part' }).getByRole('button', { name: 'Page 10' }).click()
  await page.locator('[data-page="10"] .drawing-shape').waitFor()

  const { link } = await succeed(admin.post(`assets/${id}/links`, { comments: true }))
  await page.goto(link.url)
  await pages.getByRole('img', { name: 'Page 1 of script.pdf' }).and(page.locator('[data-drawn]')).waitFor()
  await page.getByRole('button', { name: 'Page 9' }).click()
  await page.getByText(`Page 9 of ${PAGES}`).waitFor()
  t.strictSame(complaints, [])
})

t.test('A page fits, at a desk, on a phone and by a link; its width fills and it is zoomed by buttons', { skip }, async (t) => {
  const { page, origin, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'The script' })
  const bytes = makePdf(Array.from({ length: PAGES }, () => '/MediaBox[0 0 595 842]'))
  await attach(admin, id, (await startFileSender(t, { bytes, contentType: 'application/pdf' })).url, 'script.pdf')
  await analysedMedia(admin, id)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const pages = page.getByRole('region', { name: 'Pages of script.pdf' })
  const number = (wanted: number) => page.locator(`[data-page="${wanted}"]`)
  const button = (name: string) => page.getByRole('button', { name })
  /** Whether a page is whole in the window of pages, as large as there is room for, and has the pixels of its size. */
  const fits = async (wanted: number) => {
    await number(wanted).locator('[data-drawn]').waitFor()
    const [inner, outer] = [(await number(wanted).boundingBox())!, (await pages.boundingBox())!]
    const pixels = await number(wanted).locator('canvas').evaluate((canvas: { width: number }) => canvas.width)
    const isWhole = inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height &&
      inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width
    return isWhole && inner.height > outer.height - 20 && Math.abs(pixels - inner.width) < 2
  }
  for (const path of [`${origin}/console/assets/${id}`, `${origin}/share/#${link.token}`]) {
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport)
      await page.goto(path)
      await page.reload()
      await number(1).waitFor()
      await readUntil(async () => fits(1), (is) => is)
      await button('Next page').click()
      await page.getByText(`Page 2 of ${PAGES}`).waitFor()
      await readUntil(async () => fits(2), (is) => is)
      await check(t)
    }
  }

  await page.setViewportSize(WIDE)
  await open(`assets/${id}`)
  await number(1).waitFor()
  t.equal(await button('Fit page').getAttribute('aria-pressed'), 'true')
  for (let times = 0; times < 3; times++) await button('Next page').click()
  await page.getByText(`Page 4 of ${PAGES}`).waitFor()
  await button('Fit width').click()
  await button('Fit width').and(page.locator('[aria-pressed=true]')).waitFor()
  const top = async () => (await number(4).boundingBox())!.y - (await pages.boundingBox())!.y
  await readUntil(top, (at) => at >= 0 && at < 20)
  t.ok((await number(4).boundingBox())!.width > (await pages.boundingBox())!.width - 20)
  t.equal(await page.getByText(`Page 4 of ${PAGES}`).count(), 1)
  const { width } = (await number(4).boundingBox())!
  await button('Zoom in').click()
  await button('Zoom in').click()
  await readUntil(async () => (await number(4).boundingBox())!.width, (now) => Math.abs(now / width - 1.5625) < 0.01)
  await page.getByText(`Page 4 of ${PAGES}`).waitFor()
  const aside = async () => pages.evaluate((box: { scrollLeft: number }) => box.scrollLeft)
  const before = await aside()
  await pages.focus()
  await page.keyboard.press('ArrowRight')
  await readUntil(aside, (now) => now > before)
  await check(t)
  // The middle stays where it is while the window changes.
  await page.setViewportSize(NARROW)
  await readUntil(async () => (await pages.boundingBox())!.width, (now) => now <= NARROW.width)
  await page.getByText(`Page 4 of ${PAGES}`).waitFor()
  await button('Fit page').click()
  await readUntil(async () => fits(4), (is) => is)
  t.strictSame(complaints, [])
})

t.test('While a page is drawn at another size, what was drawn before stays', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'The script' })
  const bytes = makePdf(['/MediaBox[0 0 595 842]'])
  await attach(admin, id, (await startFileSender(t, { bytes, contentType: 'application/pdf' })).url, 'script.pdf')
  await analysedMedia(admin, id)
  await open(`assets/${id}`)
  const canvas = page.locator('[data-page="1"] canvas[data-drawn]')
  await canvas.waitFor()
  const width = () => canvas.evaluate((element: { width: number }) => element.width)
  const before = await width()
  await page.evaluate(`{
    window.blanks = 0
    const canvas = document.querySelector('[data-page="1"] canvas')
    const isBlank = () => canvas.width === 0 || canvas.getContext('2d').getImageData(0, 0, 1, 1).data[3] === 0
    new MutationObserver(() => { if (isBlank()) window.blanks++ }).observe(canvas, { attributes: true })
  }`)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await readUntil(width, (now) => now > before * 1.5)
  t.equal(await page.evaluate('window.blanks'), 0)
})
