import t from 'tap'
import { skip } from '../helper/browser.js'
import { openConsole } from '../helper/console.js'
import { addAsset, addProject, readItem } from '../helper/items.js'

t.test('Many are chosen and tagged at once, and what fails is said', { skip }, async (t) => {
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
  t.strictSame(complaints.filter((complaint) => !complaint.endsWith(project.id)), [], 'but that it is gone')
})

t.test('A file of rows is tried, and then comes in', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t, { environment: { JOBS: 'on' } })
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

t.test('The request behind a screen goes into a shell, without the key', { skip }, async (t) => {
  const { page, world: { admin, config }, open, origin } = await openConsole(t)
  await addAsset(admin, { title: "It's here" })
  await open('?q=here&tag=a%27b')
  await page.getByText('Nothing is like this').waitFor()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied.').waitFor()
  const line = String(await page.evaluate('navigator.clipboard.readText()'))
  t.match(line, `curl -H "X-API-KEY: $CUTROOM_KEY" '${origin}/api/v2/search?q=here&tag=a%27b`)
  t.notMatch(line, config.ADMIN_API_KEY!)
  t.notMatch(page.url(), config.ADMIN_API_KEY!)
})

t.test('What is found goes out as a file, written as it comes where the browser can', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  await addAsset(admin, { title: 'Interview', tags: ['raw'] })
  await addAsset(admin, { title: 'Other' })
  const check = (text: string) => {
    t.match(text, /^type,id,.*\r\nasset,.*Interview.*\r\n$/s)
    t.notMatch(text, 'Other')
  }
  await page.addInitScript(`window.showSaveFilePicker = async ({ suggestedName }) => ({
    createWritable: async () => {
      const { readable, writable } = new TransformStream()
      new Response(readable).text().then((text) => { window.saved = [suggestedName, text] })
      return writable
    }
  })`)
  await open('?tag=raw')
  await page.getByRole('row').filter({ hasText: 'Interview' }).waitFor()
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
