import { randomBytes } from 'node:crypto'
import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { mountSmallDisk, skipsSmallDisk } from '../../helper/small-disk.js'
import { sha256 } from '../../helper/media/fetching.js'
import { mediaSettings, readUntil, settledMedia, sharedMedia } from '../../helper/media/world.js'

const MIB = 1024 * 1024
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

t.test('A folder is uploaded, and if the box is checked each folder in it becomes a project', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t, { shared: sharedMedia() })
  const project = await addProject(admin, { title: 'Rushes' })
  const folder = t.testdir({ 'Day 1': { 'a.txt': 'a', '._a.txt': 'x', Harbour: { 'b.txt': 'b', 'Thumbs.db': 'x' } } })
  await open(`projects/${project.id}`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await (await chooser).setFiles(`${folder}/Day 1`)
  const dialog = page.getByRole('dialog', { name: 'Upload folders' })
  await dialog.getByText('2 files in 2 folders').waitFor()
  await page.getByText(/^Left out: 2 files \(/).waitFor()
  t.ok(await dialog.getByRole('checkbox', { name: 'Make a project of each folder' }).isChecked())
  await check(t)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await readUntil(async () => (await succeed(admin.get('search?type=asset&media_status=ready'))).results.length, (now) => now === 2)
  const below = async (id: string) => (await succeed(admin.get(`search?project_id=${id}&sort=title`))).results
    .map(({ asset, project }: any) => asset ?? project)
  const [day] = await below(project.id)
  t.match(await below(project.id), [{ title: 'Day 1' }])
  t.match(await below(day.id), [{ title: 'a' }, { title: 'Harbour' }])
  t.match(await below((await below(day.id))[1].id), [{ title: 'b' }])
})

t.test('A duplicate file is reported with a link to the existing asset, and can be uploaded anyway', {
  skip
}, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const assets = async () => (await succeed(admin.get('search?media_status=ready&total=true'))).total
  await open()
  const input = page.locator('input[type=file][multiple]')
  await input.setInputFiles(text('first.txt', 'the same'))
  await readUntil(assets, (now) => now === 1)
  await input.setInputFiles(text('second.txt', 'the same'))
  const list = page.getByLabel('Files on their way')
  await list.getByText('The same bytes are here already').waitFor()
  const { results: [{ asset }] } = await succeed(admin.get('search'))
  t.match(await list.getByRole('link', { name: 'first', exact: true }).getAttribute('href'), new RegExp(`assets/${asset.id}$`))
  t.equal(await assets(), 1)
  await list.getByRole('button', { name: 'Upload anyway' }).click()
  await readUntil(assets, (now) => now === 2)
})

t.test('One click retries all failed uploads, without duplicate assets', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  await open()
  await page.route('**/api/v2/assets/*/uploads', async (route) =>
    route.fulfill({ status: 422, json: { error: 'Not today' } }))
  await page.locator('input[type=file][multiple]')
    .setInputFiles(['one', 'two', 'three'].map((name) => text(`${name}.txt`, name)))
  const list = page.getByLabel('Files on their way')
  await list.getByText('0 of 3, 3 failed').waitFor()
  await page.unroute('**/api/v2/assets/*/uploads')
  await list.getByRole('button', { name: 'Try all again' }).click()
  await readUntil(async () => (await succeed(admin.get('search?media_status=ready'))).results.length, (now) => now === 3)
  const { results } = await succeed(admin.get('search?deleted=any'))
  t.strictSame(results.map(({ asset }: any) => asset.title).sort(), ['one', 'three', 'two'], 'and no asset is there twice')
})

t.test('A cancelled upload leaves nothing behind, even if a part has arrived and the service first answers 423', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  await open()
  let isSending = false
  const removals: number[] = []
  await page.route('**/uploads/*', async (route) => {
    const method = route.request().method()
    // The second part stays under way.
    if (method === 'PATCH' && route.request().headers()['upload-offset'] !== '0') { isSending = true; return }
    if (method !== 'DELETE') { await route.continue(); return }
    if (removals.length === 0) await route.fulfill({ status: 423, headers: { 'retry-after': '1' } })
    else await route.continue()
    removals.push(removals.length === 0 ? 423 : 204)
  })
  await page.locator('input[type=file][multiple]').setInputFiles(text('long.txt', 'long'.repeat(9 * MIB / 4)))
  await readUntil(() => isSending, Boolean)
  await page.locator('.uploads progress:not([value="0"])').waitFor()
  await page.getByRole('button', { name: 'Cancel long.txt' }).click()
  await readUntil(() => removals.length, (now) => now === 2)
  await page.getByLabel('Files on their way').waitFor({ state: 'detached' })
  await readUntil(async () => (await succeed(admin.get('search?deleted=any'))).results.length, (now) => now === 0)
  t.strictSame(removals, [423, 204])
})

t.test('If the user may not delete, the asset of a cancelled upload goes into the trash', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  await open()
  let isSending = false
  await page.route('**/api/v2/assets/*/uploads', () => { isSending = true })
  await page.route('**/api/v2/assets/*', async (route) => route.request().method() === 'DELETE'
    ? route.fulfill({ status: 403, json: { error: 'Not allowed' } })
    : route.continue())
  await page.locator('input[type=file][multiple]').setInputFiles(text('long.txt', 'long'))
  await readUntil(() => isSending, Boolean)
  await page.getByRole('button', { name: 'Cancel long.txt' }).click()
  await readUntil(async () => (await succeed(admin.get('search?deleted=true'))).results.length, (now) => now === 1)
  t.equal((await succeed(admin.get('search'))).results.length, 0)
})

t.test('Leaving the page asks for confirmation while a bulk change is running', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const operations = Array.from({ length: 201 }, (_, index) =>
    ({ method: 'POST', path: '/api/v2/assets', body: { title: `Take ${index}` } }))
  await succeed(admin.post('bulk', { operations }))
  await open()
  await page.getByRole('row', { name: /Take/ }).first().getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Select all 201' }).click()
  await page.getByText('201 chosen').waitFor()
  let goOn = () => {}
  await page.route('**/api/v2/bulk', async (route) => {
    await new Promise<void>((resolve) => { goOn = resolve })
    await route.continue()
  }, { times: 1 })
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('region', { name: 'Work under way' }).waitFor()
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const question = await asked
  t.equal(question.type(), 'beforeunload')
  await question.dismiss()
  await closing
  goOn()
  await page.getByText('Moved to the trash: 201 items.').waitFor()
})

t.test('A file that is too large is refused with a message and can be removed from the list', { skip }, async (t) => {
  const environment = { ...mediaSettings(t), MEDIA_MAX_BYTES: String(MIB) }
  const { page, world: { admin }, open } = await openConsole(t, { environment })
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open(`assets/${id}`)
  await page.locator('input[type=file]').setInputFiles({ name: 'long.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(3 * MIB) })
  const list = page.getByLabel('Files on their way')
  await list.getByText('This file has 3 MiB: the service takes at most 1 MiB.').waitFor()
  await list.getByRole('button', { name: 'Cancel long.mov' }).click()
  await list.waitFor({ state: 'detached' })
})

t.test('A full disk is reported; the upload resumes when it has room', { skip: skip || skipsSmallDisk }, async (t) => {
  const disk = await mountSmallDisk(t, 4)
  const { page, world: { admin }, open } = await openConsole(t, { environment: mediaSettings(t, disk.path) })
  const { id } = await addAsset(admin, { title: 'Interview' })
  const bytes = randomBytes(5 * MIB)
  await open(`assets/${id}`)
  await page.locator('input[type=file]').setInputFiles({ name: 'take.mov', mimeType: 'video/quicktime', buffer: bytes })
  const list = page.getByLabel('Files on their way')
  await list.getByText('There is not enough room on the disk').waitFor()
  await disk.resize(64)
  t.match(await settledMedia(admin, id), [{ checksum: { value: sha256(bytes) } }])
})
