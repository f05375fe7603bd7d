import t from 'tap'
import { skip } from '../helper/browser.js'
import { openConsole } from '../helper/console.js'
import { addProject, succeed } from '../helper/items.js'
import { PASSWORD } from '../helper/visitor.js'

t.test('An invited user sets a password, and signs in and out in all tabs at once', { skip }, async (t) => {
  const { page, world: { admin }, origin, open, check, complaints } = await openConsole(t)
  await open('users')
  await page.getByRole('button', { name: 'New user' }).click()
  await page.getByLabel('E-mail').fill('pia@example.com')
  await page.getByRole('combobox', { name: 'Access', exact: true }).selectOption('projects')
  await page.getByRole('checkbox', { name: 'Invite' }).check()
  await page.getByRole('button', { name: 'Make user' }).click()
  const link = await page.locator('.secret').textContent()
  t.match(link, /\/console\/welcome#[\w-]{43}$/)
  await check(t)
  await page.getByRole('button', { name: 'Done' }).click()
  t.equal(await page.getByLabel('Access of pia@example.com').inputValue(), 'projects')

  const other = await (await page.context().browser()!.newContext()).newPage()
  await other.goto(`${origin}/console/welcome${new URL(link!).hash}`)
  await other.getByLabel('Password').fill('short')
  await other.getByRole('button', { name: 'Set password' }).click()
  await other.getByText('Must be a String of 10 to 1000 characters').waitFor()
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Set password' }).click()
  await other.locator('.shell').waitFor()
  const tab = await other.context().newPage()
  await tab.goto(`${origin}/console/keys`)
  await tab.getByText('this one').waitFor()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await tab.getByRole('button', { name: 'Use an API key' }).waitFor()

  await t.test('A wrong password is reported, and the linked project is shown after signing in', async (t) => {
    const { project } = await succeed(admin.post('projects', { title: 'Rushes' }))
    await tab.goto(`${origin}/console/projects/${project.id}`)
    await tab.getByLabel('E-mail').fill('pia@example.com')
    await tab.getByLabel('Password').fill('wrong password')
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.getByText('This e-mail and this password do not fit together.').waitFor()
    const { users } = await succeed(admin.get('admin/users'))
    const { id } = users.find(({ email }: { email: string }) => email === 'pia@example.com')
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: id, role: 'Viewer' }))
    await tab.getByLabel('Password').fill(PASSWORD)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.getByRole('region', { name: 'Members' }).getByText('Viewer').waitFor()
    t.equal(await tab.getByLabel('Role of pia@example.com').count(), 0)
  })
  t.strictSame(complaints, [])
})

t.test('A member is added with a role, and the role is changed in the list', { skip }, async (t) => {
  const { page, world: { admin, addUser }, open, check, complaints } = await openConsole(t)
  const { email } = await addUser()
  const { id } = await addProject(admin, { title: 'Rushes' })
  await open(`projects/${id}`)
  await page.getByLabel('New member').selectOption({ label: email })
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Viewer')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel(`Role of ${email}`).selectOption('Admin')
  await page.getByText(`${email} is Admin now.`).waitFor()
  const { members } = await succeed(admin.get(`projects/${id}/members`))
  t.match(members, [{}, { email, role: 'Admin' }])
  await check(t)
  t.strictSame(complaints, [])
})

t.test('The first administrator sets a password, signs in with it, and ends all sessions', { skip }, async (t) => {
  const { page, open, check, world: { adminCaller, adminKey }, complaints } = await openConsole(t, { key: null })
  await open()
  await check(t)
  await page.getByRole('button', { name: 'Use an API key' }).click()
  await page.getByLabel('API key').fill(adminKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Set a password' }).click()
  await page.getByRole('button', { name: 'Set a password' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password', exact: true }).click()
  await page.getByText('The password is set.').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').fill(adminCaller.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('region', { name: 'Sessions' }).getByText('this one').waitFor()
  await check(t)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByLabel('E-mail').waitFor()
  t.strictSame(complaints, [])
})

t.test('After a failed sign-in at the provider, the console says why', { skip }, async (t) => {
  const { page, open, origin } = await openConsole(t, {
    key: null,
    environment: {
      PUBLIC_URL: 'http://127.0.0.1:9', OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x', OIDC_NAME: 'Keycloak', PASSWORDS: 'off'
    }
  })
  await open('#sign-in=unknown')
  await page.getByRole('alert').getByText('Nobody here has your e-mail.').waitFor()
  t.equal(page.url(), `${origin}/console/`)
  t.equal(await page.getByRole('link', { name: 'Sign in with Keycloak' }).getAttribute('href'), `${origin}/api/v2/session/oidc`)
  t.equal(await page.getByLabel('Password').count(), 0)
})
