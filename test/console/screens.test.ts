import t from 'tap'
import { skip } from '../helper/browser.js'
import { openConsole, signIn } from '../helper/console.js'
import { addAsset } from '../helper/items.js'
import { openScreens } from './screens.js'

t.test('Each screen opens, is accessible, and has a curl command', { skip }, async (t) => {
  await openScreens(t, async ({ page, origin, check }, askedFor) => {
    await check(t)
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied.').waitFor()
    const line = String(await page.evaluate('navigator.clipboard.readText()'))
    t.ok(line.startsWith(`curl -H "X-API-KEY: $CUTROOM_KEY" '${origin}${askedFor}`), line)
  })
})

t.test('Actions and pages that a key does not allow are hidden', { skip }, async (t) => {
  const { page, world: { admin, addUser }, open, check } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const reader = (await admin.post('user/api_keys', { name: 'reader', scope: 'read' })).body.api_key.key
  await open('keys')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, reader)
  await open(`assets/${id}`)
  await page.getByRole('heading', { name: 'Interview' }).waitFor()
  for (const name of ['Save', 'Move to trash', 'Delete', 'Upload', 'New asset', 'Attach']) {
    t.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
  }
  t.equal(await page.getByLabel('Title').getAttribute('readonly'), '')
  await check(t)

  const { client } = await addUser()
  const key = (await client.post('user/api_keys', { name: 'mine' })).body.api_key.key
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, key)
  await page.getByRole('link', { name: 'Projects' }).first().waitFor()
  t.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
  await open('webhooks')
  await page.getByText('Nothing is here').waitFor()
})
