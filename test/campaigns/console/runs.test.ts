import t from 'tap'
import type { Client } from '../../helper/app.js'
import { skip } from '../../helper/browser.js'
import { checkInAllLooks, NARROW, openConsole, showTab } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { sharedMedia } from '../../helper/media/world.js'
import { eventually, startReceiver } from '../../helper/receiver.js'
import { addWebhook } from '../../helper/webhooks.js'

const define = async (admin: Client, more: object): Promise<any> =>
  (await succeed(admin.post('admin/actions', { name: 'Transcribe', steps: [{ name: 'one', queue: 'speech' }], ...more }))).action
const start = async (admin: Client, id: number, body: object): Promise<any> => succeed(admin.post(`actions/${id}/runs`, body))

t.test('A run moves without reloading: its steps, its end, its place in lists', { skip }, async (t) => {
  const opened = await openConsole(t, { shared: sharedMedia() })
  const { page, world: { admin, adminCaller }, open, complaints } = opened
  const held: Array<() => void> = []
  let isHolding = true
  const receiver = await startReceiver(t, (_request, response) => {
    const answer = () => { response.writeHead(200).end() }
    if (isHolding) held.push(answer)
    else answer()
  })
  const { id: hook } = await addWebhook(admin, { name: 'Playout', http_url: receiver.url, trigger_events: [] })
  const action = await define(admin, {
    steps: [
      { name: 'first', webhook_id: hook, report: false },
      { name: 'second', webhook_id: hook, report: false, after: ['first'] },
      { name: 'claimed', queue: 'speech', after: ['second'] }
    ],
    parameters: [{ name: 'language', field_type: 'textbox' }, { name: 'quick', field_type: 'boolean' }]
  })
  const { id } = await addAsset(admin, { title: 'مقابلة' })
  const { run_ids: [run], batch } = await start(admin, action.id, { asset_ids: [id], parameters: { language: 'العربية', quick: true } })
  const [goOn] = await eventually('a delivery', async () => held.length > 0 ? held : undefined)
  await open(`runs/${run}`)
  await page.getByRole('heading', { name: 'Transcribe', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'مقابلة' }).waitFor()
  await page.getByText('العربية').waitFor()
  const row = (name: string) => page.getByRole('table').getByRole('row', { name })
  await row('first').getByText('Ready').waitFor()
  await row('second').getByText('Waiting').waitFor()
  await page.evaluate('window.isSame = true')
  await checkInAllLooks(t, opened)

  isHolding = false
  goOn!()
  await row('second').getByText('Completed').waitFor()
  await row('claimed').getByText('Ready').waitFor()
  await page.getByRole('progressbar', { name: 'Progress of the run' }).waitFor()
  t.match(await page.locator('dl.facts').innerText(), /66 %/)
  // Progress is no event: an open run is asked for again.
  for (let looks = 0; looks < 2; looks++) await page.waitForResponse((response) => response.url().endsWith(`/api/v2/runs/${run}`))

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click()
  await row('claimed').getByText('Cancelled').waitFor()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Cancel', exact: true }).count(), 0)
  t.equal(await page.evaluate('window.isSame'), true)

  await page.getByRole('button', { name: 'Retry' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(run))
  await page.getByRole('link', { name: 'The run before' }).waitFor()
  await row('claimed').getByText('Ready').waitFor()
  const [again] = (await succeed(admin.get(`runs?asset_id=${id}`))).runs
  t.match(again, { retry_of: run, status: 'running', user_id: adminCaller.userId })

  await open(`runs?batch=${batch}`)
  await page.getByText('Of one start').waitFor()
  const listed = page.getByRole('table').getByRole('row', { name: /Transcribe/ })
  await listed.getByText('Cancelled').waitFor()
  t.equal(await listed.count(), 1)
  await page.getByRole('button', { name: 'Of all starts' }).click()
  await listed.nth(1).waitFor()
  await listed.first().getByText('Running').waitFor()
  await succeed(admin.delete(`runs/${again.id}`))
  await listed.first().getByText('Cancelled').waitFor()

  await open(`assets/${id}`)
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('region', { name: 'Runs' }).first().getByRole('link', { name: 'Transcribe' }).nth(1).waitFor()
  await showTab(page, 'History')
  await page.getByRole('link', { name: 'began a run of an action' }).first().click()
  await page.getByRole('link', { name: 'مقابلة' }).waitFor()
  t.strictSame(complaints, [])
})

t.test('Runs are listed newest first, by action, by state and by item, page by page', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const many = await Promise.all(Array.from({ length: 30 }, async (_, index) => addAsset(admin, { title: `Take ${index}` })))
  const project = await addProject(admin, { title: 'Rushes' })
  const [one, other] = [await define(admin, {}), await define(admin, { name: 'Publish' })]
  const ofProjects = await define(admin, { name: 'Archive', type: 'project' })
  await open('runs')
  await page.getByText('No runs yet').waitFor()
  await start(admin, one.id, { asset_ids: many.map((asset) => asset.id) })
  const { run_ids: [cancelled] } = await start(admin, other.id, { asset_ids: [id] })
  await succeed(admin.delete(`runs/${cancelled}`))
  await start(admin, ofProjects.id, { project_ids: [project.id] })
  await open('runs')
  const rows = page.getByRole('table').getByRole('row', { name: /(?:Transcribe|Publish|Archive)/ })
  await page.getByRole('row', { name: /Archive.*Rushes/ }).waitFor()
  t.equal(await rows.count(), 25)
  t.match(await rows.first().innerText(), /Archive/)
  await page.getByRole('button', { name: 'Earlier' }).click()
  await rows.nth(31).waitFor()
  await page.getByRole('button', { name: 'Earlier' }).waitFor({ state: 'detached' })
  t.equal(await rows.count(), 32)

  await page.getByRole('combobox', { name: 'State' }).selectOption('Cancelled')
  await page.waitForURL(/status=cancelled/)
  await rows.nth(1).waitFor({ state: 'detached' })
  t.match(await rows.allInnerTexts(), [/Publish/])
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Transcribe')
  await page.getByText('No runs are like this').waitFor()
  await check(t)
  await page.getByRole('link', { name: 'Show all' }).click()
  await rows.nth(24).waitFor()
  await open(`runs?asset_id=${id}`)
  await rows.first().waitFor()
  t.match(await rows.allInnerTexts(), [/Publish/])
  await page.getByRole('button', { name: 'Of all items' }).click()
  await rows.nth(24).waitFor()
  await page.goBack()
  await rows.nth(1).waitFor({ state: 'detached' })

  await open('runs/nothing')
  await page.getByRole('alert').filter({ hasText: 'Run not found' }).waitFor()
  t.strictSame(complaints.filter((text) => !text.includes('runs/nothing')), [])
})

t.test('A run that fails says why, at its step, too, and a form starts one on a phone', { skip }, async (t) => {
  const settings = { shared: sharedMedia(), viewport: NARROW }
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, settings)
  const receiver = await startReceiver(t, (_request, response) => { response.writeHead(410).end() })
  const { id: hook } = await addWebhook(admin, { http_url: receiver.url, trigger_events: [] })
  await define(admin, {
    name: 'Send to playout',
    steps: [{ name: 'send', webhook_id: hook }],
    parameters: [{ name: 'channel', label: 'Channel', field_type: 'textbox', required: true }]
  })
  const project = await addProject(admin, { title: 'Rushes' })
  const { id } = await addAsset(admin, { title: 'Interview' })
  await succeed(admin.post(`assets/${id}/assign`, { to_project_id: project.id }))
  await open(`assets/${id}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send to playout' }).click()
  await dialog.getByLabel('Channel').fill('7')
  await check(t)
  await page.keyboard.press('Enter')
  await dialog.getByText('1 run, 0 skipped.').waitFor()
  await dialog.getByRole('link', { name: 'Show the run' }).click()
  await page.getByRole('row', { name: /Send to playout.*send: not delivered/ }).waitFor()
  await check(t)
  await page.getByRole('link', { name: 'Send to playout' }).click()
  await page.getByRole('row', { name: /send.*Failed.*not delivered/ }).waitFor()
  await page.getByText('send: not delivered').waitFor()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await check(t)
  t.strictSame(complaints, [])
})
