import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
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
