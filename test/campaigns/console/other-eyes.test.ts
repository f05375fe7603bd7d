import t from 'tap'
import { createClient } from '../../helper/app.js'
import { skip } from '../../helper/browser.js'
import { checkInAllLooks, openConsole, signIn } from '../../helper/console.js'
import { addItemTo, addProject, assign, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { sharedMedia } from '../../helper/media/world.js'

t.test('Every page that a Viewer may open is accessible in the light and in the dark, and offers nothing to write', {
  skip
}, async (t) => {
  const opened = await openConsole(t, { key: null })
  const { page, world: { admin, app }, open, complaints } = opened
  const made = await succeed(admin.post('admin/users', { email: 'otto.eyes@example.com', access: 'projects' }))
  const project = await addProject(admin, { title: 'Rushes' })
  const { id } = await addItemTo(admin, 'assets', project.id, { title: 'Interview', tags: ['raw'] })
  const below = await addProject(admin, { title: 'Stills' })
  await assign(admin, 'projects', below.id, project.id)
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Too long' }))
  await succeed(admin.post('admin/field_groups', { name: 'Shooting' }))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: made.user.id, role: 'Viewer' }))
  await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [made.user.id] }))
  const otto = createClient(app, made.api_key.key)
  const { collection } = await succeed(otto.post('collections', { title: 'Festival' }))
  await succeed(otto.post(`collections/${collection.id}/assets`, { asset_ids: [id] }))
  await open()
  await signIn(page, made.api_key.key)
  const screens = [
    ['', 'Waiting for me'],
    ['?view=pictures&panel=filters', 'Interview'],
    ['notifications', 'Waiting for me'],
    ['projects', 'Rushes'],
    [`projects/${project.id}`, 'Members'],
    [`assets/${id}`, 'Too long'],
    ['collections', 'Festival'],
    [`collections/${collection.id}`, 'Interview'],
    [`compare?one=${id}&other=${id}`, 'These two cannot be compared'],
    ['links', 'No links yet'],
    ['trash', 'The trash is empty'],
    ['imports', 'Nothing was imported yet'],
    ['keys', 'this one'],
    ['me', 'You are here as'],
    ['users', 'Nothing is here']
  ] as const
  const toWrite = ['New asset', 'New project', 'New subproject', 'Upload', 'Save', 'Move to trash', 'Delete', 'Share',
    'Attach', 'Copy as curl', 'Ask for approval', 'New link', 'Edit']
  for (const [path, seen] of screens) {
    await open(path)
    await page.locator('main').getByText(seen).first().waitFor()
    await checkInAllLooks(t, opened)
    // The name is the user's own, and so is the collection.
    if (path === 'me' || path.startsWith('collections')) continue
    for (const name of toWrite) {
      t.equal(await page.getByRole('button', { name, exact: true }).count(), 0, `no ${name} on ${path}`)
    }
  }
  t.strictSame(complaints, [])
})

t.test('Signing in, a welcome and the page of a link are accessible in the light and in the dark', {
  skip
}, async (t) => {
  const opened = await openConsole(t, { key: null })
  const { page, origin, world: { admin }, open } = opened
  await open()
  await page.getByLabel('Password').waitFor()
  await checkInAllLooks(t, opened)
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('do not fit together').waitFor()
  await checkInAllLooks(t, opened)
  await page.getByRole('button', { name: 'Use an API key' }).click()
  await page.getByLabel('API key').waitFor()
  await checkInAllLooks(t, opened)
  const { invitation } = await succeed(admin.post('admin/users', { email: 'wim.eyes@example.com', invite: true }))
  for (const hash of [new URL(invitation.url).hash, '']) {
    await page.goto('about:blank')
    await open(`welcome${hash}`)
    await page.getByText(hash === '' ? 'This link is not whole' : 'wim.eyes@example.com').first().waitFor()
    await checkInAllLooks(t, opened)
  }

  const project = await addProject(admin, { title: 'Rushes' })
  const { id } = await addItemTo(admin, 'assets', project.id, { title: 'Interview' })
  await addItemTo(admin, 'assets', project.id, { title: 'Harbour' })
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Too long' }))
  const all = { comments: true, approvals: true, versions: true, download: true }
  const [one, list, locked] = [
    await addLink(admin, `assets/${id}`, all),
    await addLink(admin, `projects/${project.id}`, all),
    await addLink(admin, `assets/${id}`, { ...all, password: 'four quiet rivers' })
  ]
  const pages = [
    [one.token, 'Too long'],
    [list.token, 'Harbour'],
    [locked.token, 'A password is needed'],
    ['over', 'There is nothing here any more']
  ] as const
  for (const [token, seen] of pages) {
    await page.goto('about:blank')
    await page.goto(`${origin}/share/#${token}`)
    await page.getByText(seen).first().waitFor()
    await checkInAllLooks(t, opened)
  }
})

t.test('Dialogs are accessible in the light and in the dark', { skip }, async (t) => {
  const opened = await openConsole(t, { shared: sharedMedia() })
  const { page, world: { admin }, open } = opened
  const project = await addProject(admin, { title: 'Rushes' })
  const { id } = await addItemTo(admin, 'assets', project.id, { title: 'Interview' })
  await addLink(admin, `assets/${id}`, { title: 'For Ann', password: 'four quiet rivers' })
  const { collection } = await succeed(admin.post('collections', { title: 'Festival' }))
  const { webhook } = await succeed(admin.post('admin/webhooks', {
    name: 'Archive', http_url: 'http://127.0.0.1:9/', http_method: 'POST', trigger_events: ['ASSET_ADDED']
  }))
  await succeed(admin.post('admin/field_groups', { name: 'Shooting' }))
  const chosen = async () => page.getByRole('checkbox', { name: 'Choose Interview' }).click()
  const steps: ReadonlyArray<readonly [path: string, buttons: readonly string[], before?: () => Promise<void>]> = [
    ['', ['New asset']],
    ['', ['Columns']],
    ['', ['Change'], chosen],
    ['', ['Move'], chosen],
    ['', ['Share'], chosen],
    ['', ['Add to collection'], chosen],
    [`assets/${id}`, ['Share', 'New link', 'Make link']],
    [`assets/${id}`, ['Share', 'Change']],
    [`assets/${id}`, ['Share', 'Revoke']],
    [`projects/${project.id}`, ['Share']],
    [`projects/${project.id}`, ['New subproject']],
    [`projects/${project.id}`, ['Delete']],
    [`collections/${collection.id}`, ['Edit']],
    ['links', ['New link']],
    ['webhooks', ['New webhook']],
    [`webhooks/${webhook.id}`, ['New header']],
    [`webhooks/${webhook.id}`, ['Delete']],
    ['fields', ['New group']],
    ['users', ['New user']],
    ['keys', ['New key']],
    ['me', ['Set a password']]
  ]
  for (const [path, buttons, before] of steps) {
    await open(path)
    await before?.()
    for (const [index, name] of buttons.entries()) {
      const place = index === 0 ? page.locator('.shell') : page.getByRole('dialog')
      await place.getByRole('button', { name, exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
      await checkInAllLooks(t, opened)
    }
  }

  await open()
  await page.route('**/api/v2/assets/*/uploads', async (route) =>
    route.fulfill({ status: 422, json: { error: 'Not today' } }))
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
  await page.locator('input[type=file][multiple]').setInputFiles(file)
  await page.getByLabel('Files on their way').getByText('Not today').waitFor()
  await checkInAllLooks(t, opened)
})
