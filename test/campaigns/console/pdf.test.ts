import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { makePdf } from '../../helper/media/pdf.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, sharedMedia } from '../../helper/media/world.js'

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
