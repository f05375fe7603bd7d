import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { readFilm } from '../../helper/media/film.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

t.test('A damaged film says so, to guests too, and is sent again; its tile has a mark', { skip }, async (t) => {
  const { page, world: { admin }, origin, open, check } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  const bytes = await readFilm(100)
  const { url } = await startFileSender(t, { bytes: bytes.subarray(0, 2000), contentType: 'video/mp4' })
  await attach(admin, id, url, 'cut.mp4')
  await readUntil(async () => analysedMedia(admin, id), (files) =>
    files.at(-1)?.analysis === 'failed' || files.at(-1)?.proxy_status === 'failed')

  await open('')
  await page.getByRole('img', { name: 'Damaged' }).waitFor()
  await page.getByRole('row', { name: /Cut 1/ }).dblclick()
  const said = page.getByText('This film is damaged: it cannot be played.')
  await said.waitFor()
  t.equal(await page.locator('video').count(), 0)
  await check(t)

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload again' }).click()
  await (await choosing).setFiles({ name: 'better.mp4', mimeType: 'video/mp4', buffer: bytes })
  await page.getByLabel('better.mp4', { exact: true }).and(page.locator('video')).waitFor()
  t.equal(await said.count(), 0)

  const { id: other } = await addAsset(admin, { title: 'Cut 2' })
  await attach(admin, other, url, 'cut.mp4')
  await readUntil(async () => analysedMedia(admin, other), (files) =>
    files.at(-1)?.analysis === 'failed' || files.at(-1)?.proxy_status === 'failed')
  const shown = await addLink(admin, `assets/${other}`)
  await page.goto(`${origin}/share/#${shown.token}`)
  await said.waitFor()
  t.equal(await page.getByRole('button', { name: 'Upload again' }).count(), 0)
})
