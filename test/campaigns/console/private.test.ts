import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addItemTo, addProject, readItem, succeed } from '../../helper/items.js'

t.test('Make private says who will still see it, and a lock shows that it is', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const { user } = await succeed(admin.post('admin/users', { email: 'mia.private@example.com', name: 'Mia' }))
  const project = await addProject(admin, { title: 'Unannounced' })
  const asset = await addItemTo(admin, 'assets', project.id, { title: 'Trailer' })
  await succeed(admin.post(`assets/${asset.id}/links`, {}))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: user.id }))
  await open(`projects/${project.id}`)
  await page.getByRole('button', { name: 'Make private' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make private?' })
  await dialog.getByText('Mia').waitFor()
  await dialog.getByText('1 link leads into it, and stays').waitFor()
  await check(t)
  await dialog.getByRole('button', { name: 'Make private' }).click()
  await page.getByText('Unannounced is private now.').waitFor()
  await page.getByRole('heading', { name: 'Private: Unannounced' }).waitFor()
  t.equal((await readItem(admin, 'projects', project.id)).private, true)

  await page.setViewportSize({ width: 390, height: 844 })
  await check(t)
  await page.getByRole('button', { name: 'Make public' }).click()
  await page.getByRole('dialog', { name: 'Make public?' }).getByRole('button', { name: 'Make public' }).click()
  await page.getByText('Unannounced is public now.').waitFor()
  await page.getByRole('button', { name: 'Make private' }).waitFor()
  t.strictSame(complaints, [])
})

t.test('What is made in a project is made in it', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const project = await addProject(admin, { title: 'Secret', private: true })
  await open(`projects/${project.id}`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.getByRole('button', { name: 'New subproject' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Reels')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Reels' }).waitFor()
  t.ok(sent.includes('/api/v2/bulk'))
  t.notOk(sent.some((path) => /\/(projects|assign)$/.test(path)), 'in one transaction')
})
