import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, addProject, readItem, succeed } from '../../helper/items.js'
import { startSender } from '../../helper/media/sender.js'
import { attachReady, sharedMedia } from '../../helper/media/world.js'

t.test('Several assets are selected and tagged at once, and failures are listed', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const ids: string[] = []
  for (const number of [1, 2, 3]) ids.push((await addAsset(admin, { title: `Take ${number}`, tags: ['raw'] })).id)
  await open('?sort=title')
  await page.getByRole('checkbox', { name: 'Choose Take 1' }).click()
  await page.getByRole('checkbox', { name: 'Choose Take 3' }).click({ modifiers: ['Shift'] })
  await page.getByText('3 chosen').waitFor()
  await page.getByRole('button', { name: 'Add tags' }).click()
  await page.getByRole('dialog').getByLabel('Tags').fill('select')
  await check(t)
  await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click()
  await page.getByText('Tagged: 3 items.').waitFor()
  for (const id of ids) t.strictSame((await readItem(admin, 'assets', id)).tags, ['raw', 'select'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('select', { exact: true }).first().waitFor({ state: 'detached' })
  for (const id of ids) t.strictSame((await readItem(admin, 'assets', id)).tags, ['raw'])

  const project = await addProject(admin, { title: 'Rushes' })
  await open('?sort=title&type=asset')
  await page.getByRole('checkbox', { name: 'Choose Take 1' }).click()
  await page.getByRole('checkbox', { name: 'Choose Take 2' }).click()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Project').fill('Rushes')
  await page.getByRole('option', { name: 'Rushes' }).waitFor()
  // Deleted before anything is moved into it.
  await admin.delete(`projects/${project.id}`)
  await page.getByRole('option', { name: 'Rushes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await page.getByText('2 items could not be changed').waitFor()
  t.equal(await page.getByText(`project with id: ${project.id} not found`).count(), 2)
  t.strictSame(complaints.filter((complaint) => !complaint.endsWith(project.id)), [], 'only of the deleted project')
})

t.test('A CSV file is checked in a dry run and then imported', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t, { shared: sharedMedia() })
  await open('imports')
  const rows = 'type,external_id,title\nasset,MAM-1,Interview\nthing,MAM-2,<b>wrong</b>\n'
  await page.locator('input[type=file]').setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByText('Would create 1').waitFor()
  await page.getByRole('region', { name: 'Wrong rows' }).getByRole('cell', { name: '3' }).waitFor()
  await page.getByRole('cell', { name: 'Must be one of: asset, project.' }).waitFor()
  await check(t)
  t.equal((await admin.get('search')).body.results.length, 0, 'nothing was written')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Created 1').waitFor()
  t.match((await admin.get('search')).body.results, [{ asset: { title: 'Interview', external_id: 'MAM-1' } }])
})

t.test('The request behind a screen can be copied as a curl command, without the key', { skip }, async (t) => {
  const { page, world: { admin, adminKey }, open, origin } = await openConsole(t)
  await addAsset(admin, { title: "It's here" })
  await open('?q=here&tag=a%27b')
  await page.getByText('Nothing is like this').waitFor()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied.').waitFor()
  const line = String(await page.evaluate('navigator.clipboard.readText()'))
  t.match(line, `curl -H "X-API-KEY: $CUTROOM_KEY" '${origin}/api/v2/search?q=here&tag=a%27b`)
  t.notMatch(line, adminKey)
  t.notMatch(page.url(), adminKey)
})

t.test('Search results are exported as a file, streamed to disk where the browser can', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  await addAsset(admin, { title: 'Interview', tags: ['raw'] })
  await addAsset(admin, { title: 'Other' })
  const check = (text: string) => {
    t.match(text, /^type,id,.*\r\nasset,.*Interview.*\r\n$/s)
    t.notMatch(text, 'Other')
  }
  await open('?tag=raw')
  await page.getByRole('row').filter({ hasText: 'Interview' }).waitFor()
  await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) => ({
    createWritable: async () => {
      const { readable, writable } = new TransformStream()
      new Response(readable).text().then((text) => { window.saved = [suggestedName, text] })
      return writable
    }
  })`)
  await page.getByLabel('Export').selectOption('csv')
  await page.getByText('Exported.').waitFor()
  const [name, saved] = await page.evaluate<[string, string]>('window.saved')
  t.equal(name, 'cutroom.csv')
  check(saved)

  await page.reload()
  await page.getByRole('row').filter({ hasText: 'Interview' }).waitFor()
  await page.evaluate('window.showSaveFilePicker = undefined')
  const download = page.waitForEvent('download')
  await page.getByLabel('Export').selectOption('csv')
  let text = ''
  for await (const chunk of await (await download).createReadStream()) text += String(chunk)
  check(text)
})

t.test('All hits are selected, changed in one dialog, stay selected, and are downloaded as one ZIP', {
  skip
}, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t, { shared: sharedMedia() })
  const project = await addProject(admin, { title: 'Rushes' })
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Shooting' }))
  const { field } = await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
    name: 'Location', field_type: 'textbox', dropdown_options: [], searchable: false, read_only: false
  }))
  const operations = Array.from({ length: 120 }, (_, index) =>
    ({ method: 'POST', path: '/api/v2/assets', body: { title: `Take ${index}`, tags: ['raw'], category: 'take' } }))
  const { results: made } = await succeed(admin.post('bulk', { operations }))
  await addAsset(admin, { title: 'Other' })
  const sender = await startSender(t, (_request, response) => { response.end('a file') })
  for (const { body: { asset } } of made.slice(0, 2)) await attachReady(admin, asset.id, sender.url, 'take.txt')

  await open('?category=take')
  await page.getByRole('row', { name: /Take/ }).first().getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Select all 120' }).click()
  await page.getByText('120 chosen').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill('From the pier')
  await dialog.getByLabel('Add tags').fill('select')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Remove tags').fill('raw')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Project').fill('Rushes')
  await page.getByRole('option', { name: 'Rushes' }).click()
  await dialog.getByLabel('Location').fill('Pier')
  await check(t)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changed: 120 items.').waitFor()
  await page.getByText('120 chosen').waitFor()
  for (const { body: { asset } } of [made[0], made[119]]) {
    t.match(await readItem(admin, 'assets', asset.id), {
      title: asset.title, description: 'From the pier', tags: ['select'], category: 'take', project_id: project.id
    })
    const { custom_fields: values } = await succeed(admin.get(`assets/${asset.id}/custom_fields/${group.id}`))
    t.strictSame(values[group.id], { [field.id]: 'Pier' })
  }

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByText(/^2 files, .* come as one ZIP/).waitFor()
  let size = 0
  for await (const chunk of await (await download).createReadStream()) size += (chunk as Buffer).length
  t.ok(size > 200, `${size} bytes`)
})

t.test('A bulk change can be cancelled, and items that were already changed stay changed', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const operations = Array.from({ length: 401 }, (_, index) =>
    ({ method: 'POST', path: '/api/v2/assets', body: { title: `Take ${index}` } }))
  await succeed(admin.post('bulk', { operations }))
  await open()
  await page.getByRole('row', { name: /Take/ }).first().getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Select all 401' }).click()
  await page.getByText('401 chosen').waitFor()
  let goOn = () => {}
  let asked = 0
  await page.route('**/api/v2/bulk', async (route) => {
    if (++asked === 2) await new Promise<void>((resolve) => { goOn = resolve })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Move to trash' }).click()
  const work = page.getByRole('region', { name: 'Work under way' })
  await work.getByText('200 of 401 items').waitFor()
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await work.getByRole('button', { name: 'Cancel' }).click()
  goOn()
  await page.getByText('Moved to the trash: 400 items.').waitFor()
  t.equal((await succeed(admin.get('search?deleted=true&total=true&limit=1'))).total, 400)
  t.equal(asked, 2)
})

t.test('Results are selected by dragging over them, with Ctrl and with Shift', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  for (let number = 1; number <= 6; number++) await addAsset(admin, { title: `Take ${number}` })
  for (const [view, role] of [['', 'row'], ['&view=pictures', 'gridcell']] as const) {
    await open(`?sort=title${view}`)
    const result = (number: number) => page.getByRole(role, { name: `Take ${number}` })
    await result(1).waitFor()
    const [from, to] = [await result(1).boundingBox(), await result(3).boundingBox()]
    await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2)
    await page.mouse.down()
    await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 5 })
    await page.mouse.up()
    await page.getByText('3 chosen').waitFor()
    await result(5).click({ modifiers: ['Control'] })
    await page.getByText('4 chosen').waitFor()
    await result(6).click({ modifiers: ['Shift'] })
    await page.getByText('5 chosen').waitFor()
    t.match(page.url(), /\?sort=title/, 'nothing was opened')
    await page.getByRole('button', { name: 'Choose none' }).click()
  }
})
