import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, showTab } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { makePicture } from '../../helper/media/samples.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, mediaOf, sharedMedia } from '../../helper/media/world.js'

t.test('Remove media says what stays, and the previews are seen, by guests too', { skip }, async (t) => {
  const { page, origin, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const sender = await startFileSender(t, { bytes: await makePicture('png'), contentType: 'image/png' })
  const { id } = await addAsset(admin, { title: 'Poster' })
  await attach(admin, id, sender.url, 'poster.png')
  await analysedMedia(admin, id)
  await open(`assets/${id}`)
  await showTab(page, 'Files')
  await page.getByRole('button', { name: 'Remove media' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove media?' })
  await dialog.getByText('The asset stays, with its comments, values and collections.').waitFor()
  t.ok(await dialog.getByRole('radio', { name: 'Keep previews and proxies' }).isChecked())
  await check(t)
  await dialog.getByRole('button', { name: 'Remove media' }).click()
  await page.getByText('The file was removed.').waitFor()
  const files = page.getByRole('region', { name: 'Files' })
  await files.getByText('Removed').waitFor()
  t.equal(await files.getByRole('link', { name: 'Download' }).count(), 0)
  t.equal(await page.getByRole('button', { name: 'Remove media' }).count(), 0)
  await page.locator('main img').first().waitFor()
  await page.setViewportSize(NARROW)
  await check(t)
  t.match(await mediaOf(admin, id), [{ status: 'removed', previews: [{}, {}] }])

  const link = await addLink(admin, `assets/${id}`, { download: true })
  await page.goto(`${origin}/share/#${link.token}`)
  await page.getByText('poster.png').waitFor()
  await page.locator('main img').first().waitFor()
  t.equal(await page.getByRole('link', { name: 'Download' }).count(), 0)
  t.strictSame(complaints, [])

  await attach(admin, id, sender.url, 'poster.png')
  await analysedMedia(admin, id)
  await succeed(admin.delete(`assets/${id}/media`, { keep: 'nothing' }))
  t.strictSame(await mediaOf(admin, id), [])
})
