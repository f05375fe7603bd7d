import t from 'tap'
import type { Page } from 'playwright-core'
import { eventKinds } from '#src/domains.js'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, addProject, readItem, succeed } from '../../helper/items.js'
import { readUntil } from '../../helper/media/world.js'

/** What has the focus: the name of a field, or the text of a button. */
async function focused (page: Page): Promise<string> {
  return String(await page.evaluate(`(() => {
    const at = document.activeElement
    return (at.getAttribute('aria-label') ?? at.labels?.[0]?.querySelector('span')?.textContent ?? at.labels?.[0]?.textContent ?? at.textContent).trim()
  })()`))
}

t.test('Every dialog begins with its first field or its main button; one that destroys, with Cancel', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Take 1' })
  const other = await addAsset(admin, { title: 'Take 2' })
  const project = await addProject(admin, { title: 'Rushes' })
  const { collection } = await succeed(admin.post('collections', { title: 'Choice' }))
  await succeed(admin.post('user/api_keys', { name: 'Spare' }))
  await succeed(admin.post('admin/field_groups', { name: 'Shooting' }))
  const { webhook } = await succeed(admin.post('admin/webhooks', {
    name: 'Archive', http_url: 'http://127.0.0.1:9/', http_method: 'POST', trigger_events: ['ASSET_ADDED']
  }))
  await succeed(admin.post(`assets/${other.id}/trash_bin`))
  await succeed(admin.post('admin/actions', { name: 'Send out', steps: [{ name: 'send', queue: 'out' }] }))
  const { drop_folder: drop } = await succeed(admin.post('drop_folders', { title: 'Cards' }))
  const choose = async () => page.getByRole('checkbox', { name: 'Choose Take 1' }).click()
  const none = async () => {}
  type Opened = readonly [path: string, before: () => Promise<void>, button: string | RegExp, focus: string]
  const dialogs: readonly Opened[] = [
    ['', choose, 'Add tags', 'Tags'],
    ['', choose, 'Remove tags', 'Tags'],
    ['', choose, 'Move', 'Project'],
    ['', choose, 'Set a field', 'Field'],
    ['', choose, 'Change', 'Title'],
    ['', choose, 'Add to collection', 'Collection'],
    ['', choose, 'Share', 'Title'],
    ['', none, 'New asset', 'Title'],
    ['', none, 'Columns', 'Category'],
    [`assets/${id}`, none, 'Share', 'New link'],
    [`assets/${id}`, none, 'Delete', 'Cancel'],
    [`collections/${collection.id}`, none, 'Delete', 'Cancel'],
    ['trash', none, /^Empty the trash/, 'Cancel'],
    ['fields', none, 'New group', 'Name'],
    ['fields', none, 'Delete', 'Cancel'],
    ['webhooks', none, 'New webhook', 'Name'],
    [`webhooks/${webhook.id}`, none, 'Delete', 'Cancel'],
    [`drop-folders/${drop.id}`, none, 'Make public', 'Make public'],
    [`drop-folders/${drop.id}`, none, 'Remove', 'Cancel'],
    ['actions', none, 'Delete Send out', 'Cancel'],
    [`assets/${id}`, none, 'Actions', 'Send out'],
    ['users', none, 'New user', 'E-mail'],
    ['keys', none, 'New key', 'Name'],
    [`projects/${project.id}`, none, 'New subproject', 'Title']
  ]
  for (const [path, before, button, focus] of dialogs) {
    await open(path)
    await before()
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await page.getByRole('dialog').waitFor()
    await readUntil(() => focused(page), (now) => now === focus)
  }

  await open()
  await choose()
  await page.getByRole('button', { name: 'Add tags' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('raw')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await readUntil(() => readItem(admin, 'assets', id), (item) => item!.tags.includes('raw'))
  t.strictSame(complaints, [])
})

t.test('On the page to sign in, the field of the chosen way has the focus', { skip }, async (t) => {
  const { page, open } = await openConsole(t, { key: null })
  await open()
  await readUntil(() => focused(page), (now) => now === 'E-mail')
  await page.getByRole('button', { name: 'Use an API key' }).click()
  await readUntil(() => focused(page), (now) => now === 'API key')
  await page.getByRole('button', { name: 'Use another way' }).click()
  await readUntil(() => focused(page), (now) => now === 'E-mail')
})

t.test('The dialog of a webhook has every kind of event of the API in words, which a search finds', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  await open('webhooks')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  const kinds = dialog.locator('.kinds label')
  const texts = await kinds.allTextContents()
  const names = texts.map((text) => text.split(' ').at(-1))
  t.strictSame([...names].sort(), [...eventKinds].sort(), 'none is missing, none is twice')
  for (const text of texts) t.match(text, /^[a-zA-Z\d]+( [a-zA-Z\d]+)* [A-Z][A-Z\d_]+$/, text)

  await dialog.getByLabel('Search events').fill('comment add')
  await readUntil(() => kinds.allTextContents(), (found) => found.length === 2)
  t.strictSame(await kinds.allTextContents(), ['comment added ASSET_ADDED_COMMENT', 'comment added PROJECT_ADDED_COMMENT'])
  await page.keyboard.press('Enter')
  await check(t)
  await kinds.first().click()
  await dialog.getByLabel('Search events').fill('no such thing')
  await dialog.getByText('There is no such event.').waitFor()
  await dialog.getByLabel('Name').fill('Archive')
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9/')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/webhooks\//)
  const { webhooks: [webhook] } = await succeed(admin.get('admin/webhooks'))
  t.strictSame(webhook.trigger_events, ['ASSET_ADDED', 'ASSET_ADDED_COMMENT'])
  t.strictSame(complaints, [])
})

t.test('Results that cannot be loaded again stay, and a line says that they are not up to date', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  await addAsset(admin, { title: 'Take 1' })
  await open()
  await page.getByRole('row', { name: /Take 1/ }).waitFor()
  await page.getByText('Live').waitFor()
  await page.route('**/api/v2/search?*', (route) => route.fulfill({ status: 500, json: { error: 'Internal server error' } }))
  await addAsset(admin, { title: 'Take 2' })
  const line = page.getByRole('alert').filter({ hasText: 'This list is not up to date.' })
  await line.waitFor()
  t.equal(await page.getByRole('row', { name: /Take 1/ }).count(), 1)
  await check(t)
  await page.unroute('**/api/v2/search?*')
  await line.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('row', { name: /Take 2/ }).waitFor()
  await line.waitFor({ state: 'detached' })
  // What another search finds is unknown: the rows of this one are not shown as its results.
  await page.route('**/api/v2/search?*', (route) => route.fulfill({ status: 500, json: { error: 'Internal server error' } }))
  await page.getByLabel('Search').fill('other')
  await page.getByText('Nothing could be found').waitFor()
})
