import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole, signIn } from '../../helper/console.js'
import { addAsset, addProject, assign, isDeleted, readItem, succeed } from '../../helper/items.js'
import { readUntil } from '../../helper/media/world.js'

t.test('A lost connection is reported, typed text is kept, and the page catches up later', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open(`assets/${id}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByLabel('Description').waitFor()
  await page.context().setOffline(true)
  await page.getByText('Connection lost, trying again').waitFor()
  await page.getByLabel('Description').fill('Typed without a connection')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The service cannot be reached. What you have typed is still here.').waitFor()
  await check(t)
  await admin.put(`assets/${id}`, { category: 'b-roll' })

  await page.context().setOffline(false)
  await page.getByText('Live', { exact: true }).waitFor()
  await readUntil(() => page.getByLabel('Category').inputValue(), (value) => value === 'b-roll')
  t.equal(await page.getByLabel('Description').inputValue(), 'Typed without a connection')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await readItem(admin, 'assets', id), { category: 'b-roll', description: 'Typed without a connection' })
})

t.test('On a 503, reads are retried after the time it names, and unsaved text is kept', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const busy = { status: 503, headers: { 'retry-after': '1' }, json: { error: 'Service is overloaded' } }
  let asked = 0
  await page.route('**/api/v2/search?*', async (route) => { await (++asked === 1 ? route.fulfill(busy) : route.continue()) })
  await open()
  await page.getByRole('row', { name: /Interview/ }).click()
  t.equal(asked, 2)

  await page.route(`**/api/v2/assets/${id}`, async (route) => {
    await (route.request().method() === 'PUT' ? route.fulfill(busy) : route.continue())
  })
  await open(`assets/${id}`)
  await page.getByLabel('Title').fill('Interview, day 1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Service is overloaded. Try again in 1 s.').waitFor()
  await page.unroute(`**/api/v2/assets/${id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await readItem(admin, 'assets', id), { title: 'Interview, day 1' })
})

t.test('A failed sign-in says whether the key or the connection is the reason', { skip }, async (t) => {
  const { page, world: { admin, adminKey }, open } = await openConsole(t, { key: null })
  const made = await succeed(admin.post('user/api_keys', { name: 'short', expires_in: 1 }))
  const { key } = made.api_key
  await readUntil(() => admin.get('user', { 'x-api-key': key }), ({ status }) => status === 401)
  await open()
  await page.getByRole('button', { name: 'Use an API key' }).click()
  for (const [text, entered, sentence] of [
    ['expired', key, 'This key is not valid: mistyped, expired or revoked.'],
    ['with a space', 'a key', 'A key has no spaces and no letters with accents.']
  ]) {
    await page.getByLabel('API key').fill(entered)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText(sentence).waitFor()
    t.equal(await page.getByLabel('API key').getAttribute('aria-invalid'), 'true', text)
  }
  await page.context().setOffline(true)
  await page.getByLabel('API key').fill(adminKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The service cannot be reached. Is it running?').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.shell').waitFor()
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

t.test('A key is kept for its tab, or on request for all tabs until one signs out', { skip }, async (t) => {
  const { page, world: { adminKey }, origin, open } = await openConsole(t)
  await open('keys')
  const other = await page.context().newPage()
  await other.goto(`${origin}/console/keys`)
  await other.getByLabel('Keep me signed in').check()
  await signIn(other, adminKey)
  const third = await page.context().newPage()
  await third.goto(`${origin}/console/keys`)
  await third.getByText('this one').waitFor()
  await third.getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [third, other]) await tab.getByRole('button', { name: 'Use an API key' }).waitFor()
  t.equal(await third.evaluate('localStorage.length + sessionStorage.length'), 0)
  await page.reload()
  await page.getByText('this one').waitFor()
})

t.test('Deleting a project asks first and counts everything that is deleted with it', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  const { id } = await addProject(admin, { title: 'Rushes' })
  const below = await addProject(admin, { title: 'Day 1' })
  await assign(admin, 'projects', below.id, id)
  for (const title of ['Take 1', 'Take 2']) await assign(admin, 'assets', (await addAsset(admin, { title })).id, below.id)
  await open(`projects/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('With it go 2 assets and 1 project below it, in the trash or not, with their files.').waitFor()
  await check(t)
  await page.keyboard.press('Escape')
  t.equal(await isDeleted(admin, 'projects', id), false)
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Rushes was deleted.').waitFor()
  t.equal(await isDeleted(admin, 'projects', id), null)
})
