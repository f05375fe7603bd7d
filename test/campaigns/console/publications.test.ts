import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole, showTab, signIn } from '../../helper/console.js'
import { addAsset, addItemTo, addProject, succeed } from '../../helper/items.js'

t.test('The page of an asset shows where it was published, and a Member adds and removes that', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const list = async () => (await succeed(admin.get(`assets/${id}/publications`))).publications
  await open(`assets/${id}`)
  await showTab(page, 'Files')
  const section = page.getByRole('region', { name: 'Publications' })
  await section.getByText('this was published nowhere yet').waitFor()

  const dialog = page.getByRole('dialog')
  const add = async (url: string, title: string) => {
    await section.getByRole('button', { name: 'Add a publication' }).click()
    await dialog.getByLabel('Address').fill(url)
    await dialog.getByLabel('Title there').fill(title)
    await dialog.getByRole('button', { name: 'Add' }).click()
  }
  await add('https://video.example.com/watch/1138', 'The film')
  const link = section.getByRole('link', { name: 'The film' })
  await link.waitFor()
  t.strictSame(await Promise.all(['href', 'target', 'rel'].map(async (name) => link.getAttribute(name))),
    ['https://video.example.com/watch/1138', '_blank', 'noopener noreferrer'])
  await section.getByText('video.example.com', { exact: true }).waitFor()
  await check(t)

  await add('javascript:alert(1)', '')
  await dialog.getByText('Must be a valid URL').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await add('https://press.example.com/', '')
  await section.getByRole('link', { name: 'https://press.example.com/' }).waitFor()
  t.match(await list(), [{ title: 'The film' }, { url: 'https://press.example.com/', title: null }])

  await succeed(admin.post(`assets/${id}/publications`, { url: 'https://elsewhere.example.com/', title: 'From elsewhere' }))
  await section.getByRole('link', { name: 'From elsewhere' }).waitFor()
  await section.getByRole('button', { name: 'Remove The film' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await link.waitFor({ state: 'detached' })
  t.equal((await list()).length, 2)
  t.strictSame(complaints.filter((text) => !text.includes('status of 422')), [])
})

t.test('A Viewer sees publications where there are some, without Add and Remove', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { key: null })
  const project = await addProject(admin, { title: 'Film' })
  const { id } = await addItemTo(admin, 'assets', project.id, { title: 'Interview' })
  const { id: other } = await addItemTo(admin, 'assets', project.id, { title: 'Nowhere' })
  const { user, api_key: { key } } = await succeed(admin.post('admin/users', { email: 'viewer-of-publications@example.com', access: 'projects' }))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: user.id, role: 'Viewer' }))
  await succeed(admin.post(`assets/${id}/publications`, { url: 'https://video.example.com/1', title: 'The film' }))
  await open()
  await signIn(page, key)

  await open(`assets/${id}`)
  await showTab(page, 'Files')
  const section = page.getByRole('region', { name: 'Publications' })
  await section.getByRole('link', { name: 'The film' }).waitFor()
  t.equal(await section.getByRole('button').count(), 0)

  const read = page.waitForResponse((response) => response.url().endsWith(`assets/${other}/publications`))
  await open(`assets/${other}`)
  await showTab(page, 'Files')
  await read
  await page.getByRole('region', { name: 'Attachments' }).getByText('nothing is attached yet').waitFor()
  t.equal(await section.count(), 0)
  t.strictSame(complaints, [])
})
