import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, addItemTo, addProject, readItem, succeed } from '../../helper/items.js'
import { makePicture } from '../../helper/media/samples.js'
import { readUntil } from '../../helper/media/world.js'
import { PASSWORD } from '../../helper/visitor.js'

t.test('Users set their name, which is shown where they own something; sessions are in words', { skip }, async (t) => {
  const { page, world: { admin, adminCaller }, open, check, complaints } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await succeed(admin.put('user/password', { password: PASSWORD }))
  await open('')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').fill(adminCaller.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: adminCaller.email }).click()
  await page.getByRole('heading', { name: 'Me' }).waitFor()
  await page.getByRole('rowheader', { name: /^Chrome on \w+ this one$/ }).waitFor()
  await check(t)

  const save = page.getByRole('button', { name: 'Save', exact: true })
  t.equal(await save.isDisabled(), true)
  await page.getByRole('textbox', { name: /^Name/ }).fill('Ada Okafor')
  await save.click()
  await page.getByText('Your name was saved.').waitFor()
  await page.getByRole('link', { name: 'Ada Okafor' }).waitFor()
  t.equal((await succeed(admin.get('user'))).user.name, 'Ada Okafor')
  await open(`assets/${id}`)
  await page.locator('dd', { hasText: 'Ada Okafor' }).waitFor()
  t.strictSame(complaints, [])
})

t.test('An administrator renames a user, and takes it back', { skip }, async (t) => {
  const { page, world, open, check, complaints } = await openConsole(t)
  const { id } = await world.addUser({ email: 'bela@example.com' })
  await open('users')
  await page.getByRole('button', { name: 'Rename bela@example.com' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Ben')
  await check(t)
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByText('bela@example.com is called Ben now.').waitFor()
  const nameOf = async () => {
    const { users } = await succeed(world.admin.get('admin/users'))
    return users.find((user: { id: number }) => user.id === id).name as string
  }
  t.equal(await nameOf(), 'Ben')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('rowheader', { name: /^Ben/ }).waitFor({ state: 'detached' })
  t.equal(await nameOf(), '')
  t.strictSame(complaints, [])
})

t.test('A picture is chosen, is seen by others beside the name, and is removed', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const project = await addProject(admin)
  await open('me')
  const region = page.getByRole('region', { name: 'Picture' })
  t.equal(await region.locator('img').count(), 0)
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change picture' }).click()
  await (await asked).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await makePicture('png', [300, 200]) })
  await page.getByText('Your picture was saved.').waitFor()
  await check(t)
  const isLoaded = async (where: typeof region) =>
    where.locator('.face img').first().evaluate((image: any) => image.decode().then(() => image.naturalWidth))
  t.equal(await isLoaded(region), 256)

  await open(`projects/${project.id}`)
  t.equal(await isLoaded(page.getByRole('region', { name: 'Members' })), 256)
  await check(t)
  await succeed(admin.post(`projects/${project.id}/comments`, { text: 'Good' }))
  t.equal(await isLoaded(page.getByRole('region', { name: 'Comments' })), 256)
  await open('users')
  t.equal(await isLoaded(page.getByRole('region', { name: 'Users' })), 256)

  await open('me')
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByText('Your picture was removed.').waitFor()
  await page.getByRole('button', { name: 'Remove picture' }).waitFor({ state: 'detached' })
  t.equal((await succeed(admin.get('user'))).user.avatar_url, null)
  t.strictSame(complaints, [])
})

t.test('The picture of an asset is made that of its project, and that is taken back', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const thumbnail = async () => (await readItem(admin, 'projects', project.id)).thumbnail_asset_id
  await open(`assets/${id}`)
  await page.getByRole('button', { name: 'Set as thumbnail' }).click()
  await page.getByText('This is the picture of its project now.').waitFor()
  t.equal(await thumbnail(), id)
  await check(t)
  await page.getByRole('button', { name: 'Undo' }).click()
  await readUntil(thumbnail, (now) => now === null)
  t.strictSame(complaints, [])
})
