import t from 'tap'
import { skip } from '../../helper/browser.js'
import { checkInAllLooks, openConsole } from '../../helper/console.js'
import { addDropFolder, announce } from '../../helper/drop-folders.js'
import { succeed } from '../../helper/items.js'
import { createGuest } from '../../helper/links.js'
import { pathOf, sharedMedia } from '../../helper/media/world.js'

t.test('A drop folder is made public, gets a link, and shows who has sent its files', { skip }, async (t) => {
  const opened = await openConsole(t, { shared: sharedMedia() })
  const { page, world, open, complaints } = opened
  const { app, admin } = world
  const folder = await addDropFolder(admin, { title: 'From clients', public: false })
  const path = `drop_folders/${folder.id}`
  await open(`drop-folders/${folder.id}`)
  await page.getByRole('tab', { name: 'Links' }).click()
  await page.getByText('Make it public first.').waitFor()
  t.equal(await page.getByRole('button', { name: 'New link' }).count(), 0)
  await page.getByRole('button', { name: 'Make public' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click()
  await page.getByText('There are no links yet.').waitFor()

  await page.getByRole('button', { name: 'New link' }).click()
  const dialog = page.getByRole('dialog')
  t.equal(await dialog.getByLabel('Title').inputValue(), 'From clients')
  await dialog.getByLabel('Title').fill('For <b>Ann</b>')
  t.equal(await dialog.getByLabel('Files').inputValue(), '1000')
  await dialog.getByLabel('Files').fill('5')
  t.equal(await dialog.getByLabel('GiB').inputValue(), '100')
  await dialog.getByLabel('GiB').fill('0.5')
  t.equal(await dialog.getByText('Comments').count(), 0)
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const url: string = await page.evaluate('navigator.clipboard.readText()')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const [link] = (await succeed(admin.get(`${path}/links`))).links
  t.match(link, { title: 'For <b>Ann</b>', url, files: 5, bytes: 512 * 1024 * 1024 })
  await page.getByText('takes 5 files · 512 MiB').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  t.equal(await dialog.getByLabel('GiB').inputValue(), '0.5')
  await dialog.getByLabel('Files').fill('6')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('takes 6 files · 512 MiB').waitFor()
  t.equal((await succeed(admin.get(`${path}/links`))).links[0].bytes, link.bytes)
  await checkInAllLooks(t, opened)

  const guest = createGuest(world, url.split('#')[1]!)
  const { upload } = await succeed(announce(guest, { name: 'Ann of Agency' }))
  await app.inject({ method: 'PUT', url: pathOf(upload.url), payload: 'one' })
  await page.getByRole('tab', { name: 'Arrivals' }).click()
  await page.getByText('sent by Ann of Agency').waitFor()

  await open('links')
  await page.getByRole('link', { name: 'From clients' }).click()
  await page.getByRole('tab', { name: 'Links' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByText('What is on its way ends').waitFor()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('There are no links yet.').waitFor()
  t.equal((await guest.get('shared')).status, 404)
  t.strictSame(complaints, [])
})
