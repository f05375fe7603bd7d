import t from 'tap'
import { skip } from '../helper/browser.js'
import { addAssets, addCollection, orderOf, putInto } from '../helper/collections.js'
import { openConsole } from '../helper/console.js'
import { addProject, succeed } from '../helper/items.js'
import { createGuest } from '../helper/links.js'
import { eventually } from '../src/media/world.js'

t.test('What is chosen is put into a collection, and gets an order by buttons and by dragging', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const ids = await addAssets(admin, 3)
  await open()
  for (const title of ['Asset 1', 'Asset 2', 'Asset 3']) await page.getByLabel(`Choose ${title}`).click()
  await page.getByRole('button', { name: 'Add to collection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Collection').selectOption('A new collection')
  await dialog.getByLabel('Title').fill('Festival')
  await check(t)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Added to Festival.').waitFor()

  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('link', { name: 'Festival' }).click()
  await page.getByRole('heading', { level: 1, name: 'Festival' }).waitFor()
  await page.getByText('3 assets').waitFor()
  const { collections: [collection] } = await succeed(admin.get('collections'))
  const [a, b, c] = ids as [string, string, string]
  t.strictSame([...await orderOf(admin, collection.id)].sort(), [...ids].sort())
  await putInto(admin, collection.id, [a, b, c], (await orderOf(admin, collection.id))[0])
  await page.reload()
  const inOrder = async (expected: readonly string[]) =>
    eventually(async () => orderOf(admin, collection.id), (order) => order.join() === expected.join())
  await inOrder([a, b, c])
  await page.getByRole('button', { name: 'Move Asset 2 up' }).click()
  await inOrder([b, a, c])
  await page.getByRole('button', { name: 'Move Asset 2 down' }).click()
  await inOrder([a, b, c])
  await page.getByRole('button', { name: 'Move Asset 1 down' }).click()
  await page.getByRole('button', { name: 'Move Asset 1 down' }).click()
  await inOrder([b, c, a])
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await row('Asset 1').dragTo(row('Asset 2'))
  await inOrder([a, b, c])
  await page.getByRole('button', { name: 'Take Asset 2 out' }).click()
  await inOrder([a, c])
  await page.getByRole('button', { name: 'Undo' }).click()
  await inOrder([a, b, c])
  await check(t)

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Public').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('seen by everybody').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No collections yet').waitFor()
  t.strictSame(complaints, [])
})

t.test('Results are dragged onto Collections, and into one of them', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const [id] = await addAssets(admin, 1)
  const collection = await addCollection(admin, { title: 'Choice' })
  await open()
  await page.getByLabel('Choose Asset 1').click()
  await page.locator('[data-index="0"]').dragTo(page.getByRole('link', { name: 'Collections' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('Added to Choice.').waitFor()
  t.strictSame(await orderOf(admin, collection.id), [id])
})

t.test('A link is made, copied once, listed with what it shows and to whom, and revoked', { skip }, async (t) => {
  const { page, world, open, check } = await openConsole(t)
  const { admin } = world
  const project = await addProject(admin, { title: 'Film' })
  await open(`projects/${project.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('all that is in this project').waitFor()
  await dialog.getByRole('button', { name: 'New link' }).click()
  await dialog.getByLabel('Title').fill('For Ann')
  await dialog.getByLabel('Days').fill('7')
  await dialog.getByLabel('Password').fill('four quiet river stones')
  await dialog.getByLabel('Downloads').check()
  await check(t)
  await dialog.getByRole('button', { name: 'Make link' }).click()
  const url = await dialog.locator('.secret').textContent()
  t.match(url, /\/share\/#[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.getByText('For Ann').waitFor()
  await dialog.getByText(/with a password · downloads · comments · never opened/).waitFor()
  await check(t)
  const [link] = (await succeed(admin.get(`projects/${project.id}/links`))).links
  t.match(link, { title: 'For Ann', download: true, comments: true, has_password: true })
  t.equal(Date.parse(link.expires_at) - Date.parse(link.created_at), 7 * 24 * 60 * 60 * 1000)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByText('There are no links yet.').waitFor()
  t.equal((await createGuest(world, url!.split('#')[1]!).get('shared')).status, 404)
})
