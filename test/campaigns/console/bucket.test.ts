import { readFile } from 'node:fs/promises'
import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset } from '../../helper/items.js'
import { makePdf } from '../../helper/media/pdf.js'
import { readUntil, mediaOf } from '../../helper/media/world.js'
import { startS3 } from '../../helper/media/s3-server.js'

t.test('When files are stored in a bucket, the browser loads pictures and films from there', { skip }, async (t) => {
  const bucket = await startS3(t)
  const storage = process.env.AWS_ENDPOINT_URL_S3!
  const { page, world: { admin }, open, complaints } = await openConsole(t, { environment: { JOBS: 'on', MEDIA_URL: bucket } })
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open(`assets/${id}`)
  const show = async (path: string, name: string, type: string) => {
    const buffer = await readFile(new URL(path, import.meta.url))
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: type, buffer })
    await readUntil(() => mediaOf(admin, id), (media) =>
      media.some(({ filename, analysis }) => filename === name && analysis === 'done'))
  }
  await show('../../../../docs/console/keys.png', 'still.png', 'image/png')
  await page.getByRole('img', { name: 'Preview of still.png' }).waitFor()
  await readUntil(() => page.evaluate("document.querySelector('.stage img').naturalWidth"), (width) => width === 1280)

  await show('../../../../test/helper/media/film.mp4', 'film.mp4', 'video/mp4')
  await page.getByLabel('film.mp4').first().waitFor()
  await readUntil(() => page.evaluate("document.querySelector('.stage video').readyState"), (state) => Number(state) >= 1)
  t.ok(complaints.some((complaint) => complaint.startsWith(`asked ${storage}/`)), 'from the bucket')
  t.strictSame(complaints.filter((complaint) => !complaint.startsWith(`asked ${storage}/`)), [])
})

t.test('A PDF in a bucket whose CORS rules are not set is offered as a file, and the page says what to set', { skip }, async (t) => {
  const bucket = await startS3(t)
  const { page, world: { admin }, open } = await openConsole(t, { environment: { JOBS: 'on', MEDIA_URL: bucket } })
  const { id } = await addAsset(admin, { title: 'Script' })
  await open(`assets/${id}`)
  const buffer = makePdf(['/MediaBox[0 0 300 200]'])
  await page.locator('input[type=file]').setInputFiles({ name: 'script.pdf', mimeType: 'application/pdf', buffer })
  await readUntil(() => mediaOf(admin, id), (media) => media.some(({ analysis }) => analysis === 'done'))
  const { origin } = new URL(page.url())
  await page.getByText(`its CORS rules must allow GET and HEAD from ${origin}`).waitFor()
  await page.getByRole('link', { name: 'Download script.pdf' }).first().waitFor()
})
