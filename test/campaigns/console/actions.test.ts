import t from 'tap'
import type { Client } from '../../helper/app.js'
import { skip } from '../../helper/browser.js'
import { checkInAllLooks, NARROW, openConsole, signIn, WIDE } from '../../helper/console.js'
import { addAsset, addItemTo, addProject, succeed } from '../../helper/items.js'
import { readUntil } from '../../helper/media/world.js'
import { addWebhook } from '../../helper/webhooks.js'

const define = async (admin: Client, more: object): Promise<any> =>
  (await succeed(admin.post('admin/actions', { name: 'Transcribe', steps: [{ name: 'one', queue: 'speech' }], ...more }))).action

t.test('An administrator makes an action without writing JSON, changes it, disables it and deletes it', { skip }, async (t) => {
  const opened = await openConsole(t)
  const { page, world: { admin, adminCaller }, open, complaints } = opened
  const { id: hook } = await addWebhook(admin, { name: 'Playout', trigger_events: [] })
  await addWebhook(admin, { name: 'Without a body', http_method: 'GET', trigger_events: [] })
  const project = await addProject(admin, { title: 'مشروع' })
  await open('actions')
  await page.getByText('No actions yet').waitFor()
  await page.getByRole('link', { name: 'Add action' }).click()

  const step = (number: number) => page.getByRole('group', { name: `Step ${number}` })
  const parameter = (number: number) => page.getByRole('group', { name: `Parameter ${number}` })
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Transcribe')
  await page.getByRole('textbox', { name: 'Description' }).fill('Writes down what is said')
  await page.getByRole('combobox', { name: 'Started by' }).selectOption('Admins')
  await page.getByRole('spinbutton', { name: 'Runs at a time' }).fill('3')
  await step(1).getByRole('textbox', { name: 'Name', exact: true }).fill('listen')
  const target = step(1).getByRole('combobox', { name: 'Goes to' })
  t.strictSame(await target.locator('option').allTextContents(), ['Choose one', 'A queue', 'Playout'])
  await target.selectOption('A queue')
  await step(1).getByRole('textbox', { name: 'Queue' }).fill('speech')
  await step(1).getByRole('spinbutton', { name: 'Reports every seconds' }).fill('30')
  for (const [number, name] of [[2, 'publish'], [3, 'tell']] as const) {
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page.keyboard.type(name)
    await step(number).getByRole('combobox', { name: 'Goes to' }).selectOption('Playout')
  }
  await step(3).getByRole('checkbox', { name: 'Waits for a report' }).uncheck()
  await step(3).getByRole('checkbox', { name: 'publish' }).uncheck()
  await step(3).getByRole('checkbox', { name: 'listen' }).check()
  // The others know a step by what it is called now.
  await step(1).getByRole('textbox', { name: 'Name', exact: true }).fill('transcribe')
  t.strictSame((await page.getByRole('region', { name: 'Order' }).getByRole('listitem').allInnerTexts())
    .map((text) => text.replace(/\s+/g, ' ')), ['First transcribe queue speech', 'Then publish after transcribe tell after transcribe'])

  await page.getByText('all match').click()
  await page.getByLabel('One of these tags').fill('original')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Film' }).check()
  await page.getByRole('combobox', { name: 'Inside this project' }).fill('مشر')
  await page.getByRole('option', { name: 'مشروع' }).click()
  await page.getByText('3 filters set').waitFor()
  await page.getByRole('searchbox', { name: 'Search events' }).fill('file there')
  await page.getByRole('checkbox', { name: /^file there/ }).check()
  await page.getByText('let the drop folder of originals give a tag').waitFor()

  await page.getByRole('button', { name: 'Add a parameter' }).click()
  await page.keyboard.type('language')
  await parameter(1).getByRole('textbox', { name: 'Label' }).fill('Language')
  await parameter(1).getByRole('combobox', { name: 'Type' }).selectOption('One of several')
  await parameter(1).getByRole('textbox', { name: 'Options' }).fill('en = English\nar = العربية')
  await parameter(1).getByRole('checkbox', { name: 'Required' }).check()

  await t.test('What the service refuses stands at its field', async (t) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('region', { name: 'Form' }).getByText('Must have a default where an event starts it').waitFor()
    await parameter(1).getByRole('combobox', { name: 'Default' }).selectOption('العربية')
    await step(1).getByRole('checkbox', { name: 'publish' }).check()
    await page.getByText('These wait for one another, and none of them begins: transcribe, publish, tell.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('region', { name: 'Steps' }).getByText('Must have no cycle').waitFor()
    t.equal(await page.getByText('Must have a default').count(), 0, 'only what is wrong now')
    await step(1).getByRole('checkbox', { name: 'publish' }).uncheck()
  })
  await checkInAllLooks(t, opened)
  await page.setViewportSize(WIDE)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('heading', { name: 'Transcribe', level: 1 }).waitFor()
  const [made] = (await succeed(admin.get('admin/actions'))).actions
  const usual = { timeout: 3600, heartbeat: 60, attempts: 3 }
  t.match(made, {
    name: 'Transcribe',
    description: 'Writes down what is said',
    type: 'asset',
    role: 'Admin',
    parallel: 3,
    disabled: false,
    user_id: adminCaller.userId,
    trigger_events: ['ASSET_FINISHED_INGEST'],
    filter: { tag: ['original'], content_type: ['video/*'], within: project.id }
  })
  t.strictSame(made.parameters, [{
    name: 'language',
    label: 'Language',
    field_type: 'dropdown',
    dropdown_options: [{ value: 'en', label: 'English' }, { value: 'ar', label: 'العربية' }],
    required: true,
    default: 'ar'
  }])
  t.strictSame(made.steps, [
    { name: 'transcribe', after: [], webhook_id: null, queue: 'speech', report: true, ...usual, heartbeat: 30 },
    { name: 'publish', after: ['transcribe'], webhook_id: hook, queue: null, report: true, ...usual },
    { name: 'tell', after: ['transcribe'], webhook_id: hook, queue: null, report: false, ...usual }
  ])

  // What is not changed is not sent: what others change meanwhile stays, and the steps are no new revision.
  await succeed(admin.post(`admin/actions/${made.id}`, { parallel: 5 }))
  await page.getByRole('textbox', { name: 'Description' }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').nth(1).waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('This is disabled').waitFor()
  t.match(await succeed(admin.get(`admin/actions/${made.id}`)), {
    action: { description: '', disabled: true, parallel: 5, steps: made.steps, filter: made.filter }
  })

  await open('actions')
  const row = page.getByRole('row', { name: /Transcribe/ })
  await row.getByText('Disabled').waitFor()
  t.match(await row.innerText(), /Assets\s+3\s+Admins, 1 event\s+0/)
  await row.getByRole('button', { name: 'Enable Transcribe' }).click()
  await row.getByText('Enabled').waitFor()
  await checkInAllLooks(t, opened)
  await row.getByRole('button', { name: 'Delete Transcribe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No actions yet').waitFor()
  t.strictSame((await succeed(admin.get('admin/actions'))).actions, [])
  t.strictSame(complaints.filter((text) => !text.includes('status of 422')), [])
})

t.test('The list says whose action starts nothing, and who saves it takes it over', { skip }, async (t) => {
  const { page, world: { admin, addUser }, open, complaints } = await openConsole(t)
  const other = await addUser({ admin: true })
  const action = await define(other.client, { trigger_events: ['ASSET_ADDED'] })
  await succeed(admin.post(`admin/users/${other.id}`, { admin: false }))
  await addAsset(admin)
  await open('actions')
  await page.getByRole('row', { name: /Transcribe.*Its user is no administrator.*1/ }).waitFor()
  await page.getByRole('link', { name: 'Transcribe' }).click()
  await page.getByText('Its user is no administrator: events start nothing.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await succeed(admin.get(`admin/actions/${action.id}`)), { action: { error: null, starts_skipped: 1 } })
  t.equal(await page.getByText('events start nothing').count(), 0)
  t.strictSame(complaints, [])
})

t.test('An action is started by its form for an asset, a selection and all that a search finds', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const ids: string[] = []
  for (const title of ['Interview', 'مقابلة', 'Harbour']) ids.push((await addAsset(admin, { title, tags: title === 'Harbour' ? [] : ['raw'] })).id)
  await addProject(admin, { title: 'Rushes' })
  const options = [{ value: 'en', label: 'English' }, { value: 'de', label: 'German' }]
  const action = await define(admin, {
    description: 'Writes down what is said',
    filter: { tag: ['raw'] },
    parameters: [
      { name: 'language', label: 'Language', field_type: 'dropdown', dropdown_options: options, required: true },
      { name: 'until', label: 'Until', field_type: 'date' },
      { name: 'note', label: 'Note', field_type: 'textbox', default: 'please' },
      { name: 'quick', label: 'Quick', field_type: 'boolean' }
    ]
  })
  await define(admin, { name: 'Only projects', type: 'project' })
  await define(admin, { name: 'Not now', disabled: true })
  const runs = async (query = '') => (await succeed(admin.get(`runs?${query}`))).runs
  const dialog = page.getByRole('dialog')
  const choose = async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).last().click()
    await dialog.getByText('Writes down what is said').waitFor()
    t.equal(await dialog.getByText('Not now').count(), 0, 'only enabled ones')
    await dialog.getByRole('button', { name: 'Transcribe' }).click()
  }

  await open(`assets/${ids[0]}`)
  await choose()
  await dialog.getByText('For Interview.').waitFor()
  t.equal(await dialog.getByLabel('Note').inputValue(), 'please')
  await check(t)
  await dialog.getByRole('button', { name: 'Start' }).click()
  t.equal(await page.evaluate("document.querySelector('dialog select').validity.valueMissing"), true)
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('English')
  await dialog.getByLabel('Until').fill('2026-12-24')
  await dialog.getByLabel('Note').fill('')
  await dialog.getByRole('combobox', { name: 'Quick' }).selectOption('Yes')

  // An administrator changes the form meanwhile.
  const withoutEnglish = { parameters: action.parameters.map((each: any) => ({ ...each, ...each.name === 'language' && { dropdown_options: options.slice(1) } })) }
  await succeed(admin.post(`admin/actions/${action.id}`, withoutEnglish))
  await dialog.getByRole('button', { name: 'Start' }).click()
  const field = dialog.locator('.field').filter({ has: page.getByRole('combobox', { name: 'Language' }) })
  await field.getByRole('alert').filter({ hasText: 'Must be' }).waitFor()
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('German')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByText('1 run, 0 skipped.').waitFor()
  await check(t)
  t.match(await runs(), [{
    asset_id: ids[0], status: /waiting|running/, parameters: { language: 'de', until: '2026-12-24', note: null, quick: true }
  }])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await open('')
  for (const title of ['Interview', 'مقابلة', 'Harbour', 'Rushes']) await page.getByRole('checkbox', { name: `Choose ${title}` }).click()
  await page.getByText('4 chosen').waitFor()
  await choose()
  await dialog.getByText('For 3 assets among 4 items.').waitFor()
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('German')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByText('2 runs, 1 skipped.').waitFor()
  await dialog.getByText('does not match the filter of the action').waitFor()
  const [{ batch }] = await runs()
  await dialog.getByRole('button', { name: 'Cancel the runs' }).click()
  await page.getByText('2 runs cancelled.').waitFor()
  t.strictSame((await runs(`batch=${batch}`)).map(({ status }: any) => status), ['cancelled', 'cancelled'])

  await open(`?q=${encodeURIComponent('مقابل*')}&created_from=2020-01-01&min_width=0`)
  await page.getByText('Nothing is like this').waitFor()
  t.equal(await page.getByRole('button', { name: 'Actions', exact: true }).count(), 0, 'for nothing')
  await open(`?q=${encodeURIComponent('مقابل*')}&created_from=2020-01-01&missing=description`)
  await page.getByRole('row', { name: /مقابلة/ }).waitFor()
  await choose()
  await dialog.getByText('For all assets among 1 result.').waitFor()
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('German')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByText('1 run, 0 skipped.').waitFor()
  await dialog.getByRole('link', { name: 'Show the run' }).click()
  await page.getByRole('row', { name: /Transcribe.*مقابلة/ }).waitFor()
  t.equal(await page.getByRole('row').count(), 2, 'those of this start')
  await page.setViewportSize(NARROW)
  await check(t)
  await page.getByRole('button', { name: 'Cancel these runs' }).click()
  await dialog.getByRole('button', { name: 'Cancel the runs' }).click()
  await page.getByText('1 run cancelled.').waitFor()
  await page.getByRole('row', { name: /Transcribe.*Cancelled/ }).waitFor()
  t.strictSame(complaints.filter((text) => !text.includes('status of 422')), [])
})

t.test('Who has too low a role for an action sees none, and a Viewer those for Viewers', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { key: null })
  const project = await addProject(admin, { title: 'Film' })
  const { id } = await addItemTo(admin, 'assets', project.id, { title: 'Interview' })
  const { user, api_key: { key } } = await succeed(admin.post('admin/users', { email: 'viewer-of-actions@example.com', access: 'projects' }))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: user.id, role: 'Viewer' }))
  const [looked, written] = [await define(admin, { name: 'For Viewers', role: 'Viewer' }), await define(admin, { name: 'For Members' })]
  await open()
  await signIn(page, key)
  await open(`assets/${id}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'For Viewers' }).waitFor()
  t.equal(await dialog.getByRole('button', { name: 'For Members' }).count(), 0)
  await dialog.getByRole('button', { name: 'For Viewers' }).click()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByText('1 run, 0 skipped.').waitFor()
  t.match((await succeed(admin.get('runs'))).runs, [{ action_id: looked.id, user_id: user.id }])
  await dialog.getByRole('button', { name: 'Cancel the run' }).click()
  await page.getByText('1 run cancelled.').waitFor()

  await succeed(admin.delete(`admin/actions/${looked.id}`))
  const asked = page.waitForResponse((response) => response.url().includes('/api/v2/actions'))
  await open(`assets/${id}`)
  t.match(await (await asked).json(), { actions: [{ id: written.id }] })
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('region', { name: 'Runs' }).getByText('Cancelled').first().waitFor()
  t.equal(await page.getByRole('button', { name: 'Actions', exact: true }).count(), 0)
  await open('actions')
  await page.getByText('Nothing is here').waitFor()
  t.strictSame(complaints, [])
})

t.test('Names that every object has, days of the reader, and filters that the console does not know are kept', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const names = ['__proto__', 'constructor', 'toString']
  const steps = names.map((name, index) => ({ name, queue: 'any', after: names.slice(0, index) }))
  const extra = [{ value: 'de', label: 'German', color: 'red' }]
  const action = await define(admin, {
    steps,
    parameters: names.map((name) => ({ name, field_type: 'dropdown', dropdown_options: extra, required: name === 'constructor' })),
    filter: { published: false, external_id: 'x', checksum: 'ab', missing: ['tags'], min_width: 12, approval_by: 4 }
  })
  await open(`actions/${action.id}`)
  await page.getByText('6 filters set').waitFor()
  t.strictSame(await page.getByRole('region', { name: 'Order' }).locator('bdi').allInnerTexts(), names.flatMap((name) => [name, 'any']))
  await page.getByLabel('created from').fill('2026-06-01')
  await page.getByLabel('created to').fill('2026-06-30')
  await page.getByRole('textbox', { name: 'Description' }).fill('Changed')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  const { action: { filter: { created_from: from, created_to: to, ...others }, ...saved } } = await succeed(admin.get(`admin/actions/${action.id}`))
  t.strictSame(others, action.filter)
  t.match(saved, { description: 'Changed', steps: action.steps, parameters: action.parameters })
  t.equal(Date.parse(to) - Date.parse(from), 30 * 86_400_000, 'the last day is included')
  await open(`actions/${action.id}`)
  await page.getByText('8 filters set').waitFor()
  t.strictSame([await page.getByLabel('created from').inputValue(), await page.getByLabel('created to').inputValue()],
    ['2026-06-01', '2026-06-30'])
  await page.getByLabel('created from').fill('')
  await page.getByText('7 filters set').waitFor()

  await succeed(admin.post(`admin/actions/${action.id}`, { filter: null }))
  await open(`assets/${id}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Transcribe' }).click()
  await dialog.getByRole('combobox', { name: 'constructor' }).selectOption('German')
  await dialog.getByRole('combobox', { name: '__proto__' }).selectOption('German')
  t.equal(await dialog.getByText('function').count(), 0)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByText('1 run, 0 skipped.').waitFor()
  const { runs: [run] } = await succeed(admin.get('runs'))
  t.strictSame(new Map(Object.entries(run.parameters)), new Map([['__proto__', 'de'], ['constructor', 'de'], ['toString', null]]))
  t.strictSame(complaints, [])
})

t.test('By keyboard an action is chosen, filled in and started, and the focus comes back', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { viewport: NARROW })
  const { id } = await addAsset(admin, { title: 'Interview' })
  await define(admin, { parameters: [{ name: 'language', label: 'Language', field_type: 'textbox' }] })
  const focused = async () => String(await page.evaluate(
    'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent'))
  const isFocused = async (text: string) => readUntil(focused, (now) => now === text)
  await open(`assets/${id}`)
  const button = page.getByRole('button', { name: 'Actions', exact: true })
  for (const end of ['Escape', 'Enter']) {
    await button.focus()
    await page.keyboard.press('Enter')
    await isFocused('Transcribe')
    await page.keyboard.press('Enter')
    await isFocused('Language')
    await page.keyboard.type('en')
    await page.keyboard.press(end)
    if (end === 'Enter') {
      await isFocused('Show the run')
      await page.keyboard.press('Escape')
    }
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isFocused('Actions')
  }
  t.match((await succeed(admin.get('runs'))).runs, [{ parameters: { language: 'en' } }])
  t.strictSame(complaints, [])
})
