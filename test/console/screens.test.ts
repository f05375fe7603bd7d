import t from 'tap'
import { skip } from '../helper/browser.js'
import { NARROW, openConsole, signIn, WIDE } from '../helper/console.js'
import { addAsset, addProject } from '../helper/items.js'

/** Each screen, what it shows when it is loaded, and the request behind it. */
const SCREENS = [
  ['', 'Interview <i>1</i>', 'search?total=true&limit=40'],
  ['?view=pictures&panel=filters', 'Interview <i>1</i>', 'search?facets=type&'],
  ['projects', 'Rushes', 'search?type=project'],
  ['trash', 'Old take', 'trash?limit=100'],
  ['imports', 'Nothing was imported yet', 'imports'],
  ['fields', 'Location', 'field_groups'],
  ['webhooks', 'Archive', 'admin/webhooks'],
  ['keys', 'this one', 'user/api_keys'],
  ['status', 'Ready', '/metrics']
] as const

t.test('On wide and narrow pages, light and dark, screens are accessible and have a curl command', { skip }, async (t) => {
  const { page, world: { admin, adminCaller }, origin, open, check, complaints } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview <i>1</i>', tags: ['raw'], category: '"><b>still' })
  const project = await addProject(admin, { title: 'Rushes' })
  const trashed = await addAsset(admin, { title: 'Old take' })
  await admin.post(`assets/${trashed.id}/trash_bin`)
  const { field_group: group } = (await admin.post('admin/field_groups', { name: 'Shooting' })).body
  for (const type of ['textbox', 'rich_text', 'date', 'datetime', 'boolean', 'textarea']) {
    const field = { name: type === 'textbox' ? 'Location' : `A ${type}`, field_type: type, dropdown_options: [] }
    await admin.post(`admin/field_groups/${group.id}/fields`, { ...field, searchable: false, read_only: false })
  }
  const { webhook } = (await admin.post('admin/webhooks', {
    name: 'Archive', http_url: 'http://127.0.0.1:9/', http_method: 'POST', trigger_events: ['ASSET_ADDED']
  })).body
  const screens = [
    ...SCREENS,
    ['users', adminCaller.email, 'admin/users'],
    [`assets/${id}`, 'A rich_text', `assets/${id}`],
    [`projects/${project.id}`, 'Members', `projects/${project.id}`],
    [`webhooks/${webhook.id}`, 'Nothing has failed', `admin/webhooks/${webhook.id}`]
  ] as const
  for (const [path, seen, asked] of screens) {
    await open(path)
    await page.locator('main').getByText(seen).first().waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    await check(t)
    await page.emulateMedia({ colorScheme: 'dark' })
    await check(t, 'colours')
    await page.setViewportSize(NARROW)
    await check(t, 'all but colours')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied.').waitFor()
    const line = String(await page.evaluate('navigator.clipboard.readText()'))
    const behind = asked.startsWith('/') ? asked : `/api/v2/${asked}`
    await page.setViewportSize(WIDE)
    t.ok(line.startsWith(`curl -H "X-API-KEY: $CUTROOM_KEY" '${origin}${behind}`), line)
  }
  t.strictSame(complaints, [])
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
