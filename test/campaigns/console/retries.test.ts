import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

t.test('A bulk change is retried after a lost answer and a 503, and is done only once', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const ids: string[] = []
  for (const number of [1, 2, 3]) ids.push((await addAsset(admin, { title: `Take ${number}` })).id)
  await open('?sort=title')
  await page.getByRole('checkbox', { name: 'Choose Take 1' }).click()
  await page.getByRole('checkbox', { name: 'Choose Take 3' }).click({ modifiers: ['Shift'] })
  const keys: Array<string | undefined> = []
  await page.route('**/api/v2/bulk', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) {
      // The change is done, but its answer is lost.
      await route.fetch()
      await route.abort('connectionreset')
    } else if (keys.length === 2) await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'Busy' } })
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('region', { name: 'Work under way' }).getByText('Waiting:').waitFor()
  await page.getByText('Moved to the trash: 3 items.').waitFor()
  t.equal(keys.length, 3)
  t.equal(new Set(keys).size, 1)
  t.ok(keys[0])
  for (const id of ids) {
    const { history } = await succeed(admin.get(`assets/${id}/history`))
    t.equal(history.filter(({ event }: any) => event === 'ASSET_REMOVED').length, 1)
  }
})

t.test('A second try completes a folder upload that failed halfway, and doubles no project', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const project = await addProject(admin, { title: 'Rushes' })
  const folder = t.testdir({ 'Day 1': { 'a.txt': 'a', Harbour: { 'b.txt': 'b' } } })
  await open(`projects/${project.id}`)
  let made = 0
  await page.route('**/api/v2/bulk', async (route) => ++made === 2
    ? route.fulfill({ status: 500, json: { error: 'Not today' } })
    : route.continue())
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await (await chooser).setFiles(`${folder}/Day 1`)
  const dialog = page.getByRole('dialog', { name: 'Upload folders' })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Not today' }).waitFor()
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await readUntil(async () => (await succeed(admin.get('search?type=asset&media_status=ready'))).results.length, (now) => now === 2)
  const { results } = await succeed(admin.get('search?type=project&sort=title'))
  t.strictSame(results.map(({ project: { title } }: any) => title), ['Day 1', 'Harbour', 'Rushes'])
})
