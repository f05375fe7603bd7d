import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { skip } from '../../helper/browser.js'
import { checkInAllLooks, NARROW, openConsole, signIn, WIDE } from '../../helper/console.js'
import { addFieldGroup } from '../../helper/fields.js'
import { addProject, succeed } from '../../helper/items.js'
import { readUntil } from '../../helper/media/world.js'

async function openWithPlaces (t: Test, options: { key?: null, environment?: Record<string, string> } = {}) {
  const folder = t.testdir({ ingest: {}, out: {}, media: {} })
  const LOCATIONS = `ingest=${join(folder, 'ingest')},out=${join(folder, 'out')},gone=${join(folder, 'gone')}`
  const environment = { LOCATIONS, MEDIA_DIR: join(folder, 'media'), MEDIA_ANALYSIS_PARALLEL: '0', ...options.environment }
  const opened = await openConsole(t, { ...options, environment })
  const { admin } = opened.world
  const add = async (body: object): Promise<any> =>
    (await succeed(admin.post('drop_folders', { title: 'Cards', ...body }))).drop_folder
  const read = async (id: number): Promise<any> => (await succeed(admin.get(`drop_folders/${id}`))).drop_folder
  return { ...opened, folder, add, read }
}

const expected = (text: string) => text.includes('status of 422')

t.test('An administrator makes a drop folder by its form, and the service refuses at the fields', { skip }, async (t) => {
  const opened = await openWithPlaces(t)
  const { page, world: { admin, adminCaller }, open, folder, add, complaints } = opened
  const project = await addProject(admin, { title: 'مشروع' })
  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
  await open('drop-folders')
  await page.getByText('No drop folders yet').waitFor()
  await page.getByRole('link', { name: 'Drop folders' }).waitFor()
  await page.getByRole('link', { name: 'Add drop folder' }).click()
  await page.getByRole('heading', { name: 'New drop folder' }).waitFor()
  t.equal(await page.getByLabel('When a file is in', { exact: true }).count(), 0, 'only where there is a folder')

  await page.getByLabel('Title').fill('בטאקם <b>1</b>')
  const location = page.getByRole('combobox', { name: 'Location' })
  t.strictSame(await location.locator('option').allTextContents(),
    ['None: by uploads and links', 'ingest, a folder', 'out, a folder', 'gone, a folder'])
  await location.selectOption('gone, a folder')
  await page.getByRole('textbox', { name: /^Path/ }).fill('../up')
  await page.getByRole('combobox', { name: 'Project' }).fill('مشر')
  await page.getByRole('option', { name: 'مشروع' }).click()
  await page.getByRole('combobox', { name: 'Subfolders' }).selectOption('Put assets into subprojects by their folders, made where missing')
  await page.getByLabel('Category').fill('films')
  await page.getByLabel('Tags').fill('raw')
  await page.keyboard.press('Enter')
  await page.getByText('none set').click()
  await page.getByLabel('textbox', { exact: true }).fill('Harbour')
  await page.getByText('1 value set').waitFor()
  await page.getByLabel('Only these').fill('*.mov\n\n  *.mxf  ')
  await page.getByLabel('Ignore these').fill('x'.repeat(201))
  await page.getByLabel('Seconds without a change').fill('30')
  const after = page.getByRole('combobox', { name: 'When a file is in' })
  await page.getByText('Files stay where they are').waitFor()
  await after.selectOption('Move it into done')
  await page.getByText('it is moved into the folder “done” of this drop folder').waitFor()
  await after.selectOption('Delete it')
  await page.getByText('was read back with the same checksum and has not changed, it is deleted from the drop folder for good').waitFor()
  await page.getByRole('combobox', { name: 'When other bytes are' }).selectOption('Make them a version of its file')
  await page.getByRole('checkbox', { name: 'Paused' }).check()

  const save = page.getByRole('button', { name: 'Save', exact: true })
  const wrong = (text: string) => page.getByRole('alert').filter({ hasText: text })
  await save.click()
  await wrong('Must be a relative path').waitFor()
  await page.getByRole('textbox', { name: /^Path/ }).fill('cards/A')
  await save.click()
  await page.getByRole('region', { name: 'Files' }).getByText('Must be an array of').waitFor()
  t.equal(await wrong('Must be a relative path').count(), 0, 'only what is wrong now')
  await page.getByLabel('Ignore these').fill('proxies/*')
  await save.click()
  await wrong('Location is not there').waitFor()
  await location.selectOption('ingest, a folder')
  const other = await add({ location: 'ingest', path: 'cards' })
  await save.click()
  await wrong('Drop folders must not overlap').waitFor()
  await checkInAllLooks(t, opened)
  await page.setViewportSize(WIDE)
  await succeed(admin.delete(`drop_folders/${other.id}`))
  await save.click()
  await page.getByText('Saved.').waitFor()
  await page.waitForURL(/drop-folders\/\d+$/)
  await page.getByRole('heading', { name: 'בטאקם <b>1</b>', level: 1 }).waitFor()
  const [made] = (await succeed(admin.get('drop_folders'))).drop_folders
  t.match(made, {
    title: 'בטאקם <b>1</b>',
    direction: 'in',
    location: 'ingest',
    path: 'cards/A',
    project_id: project.id,
    subfolders: 'create',
    category: 'films',
    tags: ['raw'],
    custom_fields: { [group]: { [field!]: 'Harbour' } },
    only: ['*.mov', '*.mxf'],
    ignore: ['proxies/*'],
    settle: 30,
    after: 'delete',
    changed: 'version',
    paused: true,
    public: false,
    user_id: adminCaller.userId
  })
  t.ok(existsSync(join(folder, 'ingest/cards/A')))
  await page.getByText('This is paused').waitFor()
  await page.getByRole('link', { name: 'مشروع' }).waitFor()

  await open('drop-folders')
  const row = page.getByRole('row', { name: /בטאקם/ })
  await row.getByText('Paused').waitFor()
  await row.getByRole('link', { name: 'مشروع' }).waitFor()
  t.match(await row.innerText(), /Files come in\s+ingest: cards\/A/)
  t.strictSame(await row.locator('bdi').allInnerTexts(), ['בטאקם <b>1</b>', 'ingest', 'cards/A', 'مشروع'])
  await checkInAllLooks(t, opened)
  await page.setViewportSize(WIDE)

  await t.test('Of one from which files go out there is less to say', async (t) => {
    await page.getByRole('link', { name: 'Add drop folder' }).click()
    await page.getByLabel('Title').fill('Playout')
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Files go out')
    t.equal(await page.getByRole('region', { name: 'Files' }).count(), 0)
    await save.click()
    t.equal(await page.evaluate("document.querySelector('form select:invalid') !== null"), true, 'it needs a location')
    await location.selectOption('out, a folder')
    await save.click()
    await page.getByRole('heading', { name: 'Playout', level: 1 }).waitFor()
    t.ok(existsSync(join(folder, 'out/.cutroom')))
    t.equal(await page.getByRole('button', { name: 'Make public' }).count(), 0)
  })
  t.strictSame(complaints.filter((text) => !expected(text)), [])
})

t.test('Rules are changed one by one; a drop folder is paused, made public and removed', { skip }, async (t) => {
  const opened = await openWithPlaces(t)
  const { page, world: { admin }, open, add, read, complaints } = opened
  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
  const made = await add({ location: 'ingest', only: ['*.mov', '*.mxf'], custom_fields: { [group]: { [field!]: 'Harbour' } }, tags: ['raw'] })
  await open(`drop-folders/${made.id}`)
  await page.getByText('It acts as this user, who owns its assets').waitFor()
  await page.getByText('Nothing has come in yet').waitFor()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.evaluate('window.isSame = true')

  // What others change shows by itself; what was typed stays, and alone is sent.
  await succeed(admin.post(`drop_folders/${made.id}`, { category: 'films' }))
  await readUntil(async () => page.getByLabel('Category').inputValue(), (now) => now === 'films')
  await page.getByLabel('Title').fill('Camera cards')
  await succeed(admin.post(`drop_folders/${made.id}`, { settle: 77 }))
  const shown = page.waitForResponse(async (response) => response.url().endsWith(`/drop_folders/${made.id}`) && /"settle":77/.test(await response.text()))
  await shown
  await page.getByLabel('Only these').fill('*.mov')
  await page.getByLabel('textbox', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await read(made.id), { title: 'Camera cards', settle: 77, category: 'films', only: ['*.mov'], custom_fields: {}, tags: ['raw'] })
  await page.getByRole('heading', { name: 'Camera cards', level: 1 }).waitFor()
  await readUntil(async () => page.getByLabel('Seconds without a change').inputValue(), (now) => now === '77')

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('This is paused').waitFor()
  await page.getByText('Undo').click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('This is paused').waitFor({ state: 'detached' })

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Make public' }).click()
  await dialog.getByText('by which people without an account send files into it').waitFor()
  await checkInAllLooks(t, opened)
  await dialog.getByRole('button', { name: 'Make public' }).click()
  await page.getByRole('button', { name: 'Make private' }).click()
  t.equal((await read(made.id)).public, true)
  await dialog.getByText('All its links end, for good').waitFor()
  await dialog.getByRole('button', { name: 'Make private' }).click()
  await page.getByRole('button', { name: 'Make public' }).waitFor()
  await checkInAllLooks(t, opened)

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByText('Its assets, and the files in its folder, stay.').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No drop folders yet').waitFor()
  t.equal(await page.evaluate('window.isSame'), true)
  await open(`drop-folders/${made.id}`)
  await page.getByRole('alert').filter({ hasText: 'Drop folder not found' }).waitFor()
  t.strictSame(complaints.filter((text) => !text.includes(`drop_folders/${made.id}`)), [])
})

t.test('A Member makes those without a location, and only looks at those of administrators', { skip }, async (t) => {
  const { page, world: { admin }, open, add, read, check, complaints } = await openWithPlaces(t, { key: null })
  const [film, other] = [await addProject(admin, { title: 'Film' }), await addProject(admin, { title: 'Other' })]
  const { user, api_key: { key } } = await succeed(admin.post('admin/users', { email: 'member-of-drops@example.com', access: 'projects' }))
  await succeed(admin.post(`projects/${film.id}/members`, { user_id: user.id, role: 'Member' }))
  const placed = await add({ title: 'From the NAS', location: 'ingest', project_id: film.id, tags: ['raw'] })
  await add({ title: 'Hidden', project_id: other.id })
  await open()
  await signIn(page, key)
  await open('drop-folders')
  await page.getByRole('link', { name: 'From the NAS' }).click()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('form', { name: 'Rules' }).waitFor()
  t.equal(await page.getByLabel('Title').isDisabled(), true)
  t.equal(await page.getByRole('button', { name: /Save|Pause|Remove|Make public/ }).count(), 0)
  await check(t)

  await open('drop-folders')
  t.equal(await page.getByText('Hidden').count(), 0)
  await page.getByRole('link', { name: 'Add drop folder' }).click()
  await page.getByText('Administrators add folders and buckets').waitFor()
  t.equal(await page.getByRole('combobox', { name: 'Location' }).count(), 0)
  await page.getByLabel('Title').fill('From clients')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Assets' }).getByText('Your role does not allow this').waitFor()
  await page.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Film' }).click()
  await page.setViewportSize(NARROW)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'From clients', level: 1 }).waitFor()
  await page.getByText('By uploads and links', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('This is paused').waitFor()
  const [, made] = (await succeed(admin.get('drop_folders'))).drop_folders.filter(({ project_id: id }: any) => id === film.id)
  t.match(await read(made.id), { user_id: user.id, location: null, paused: true })

  // Whose user is gone halts, and who saves it takes it over.
  await succeed(admin.post(`admin/users/${user.id}`, { disabled: true }))
  await page.evaluate('sessionStorage.clear()')
  await open()
  await signIn(page, (await succeed(admin.post('user/api_keys', { name: 'second' }))).api_key.key)
  await open('drop-folders')
  await page.getByRole('row', { name: /From clients.*Its user is disabled/ }).waitFor()
  await page.getByRole('link', { name: 'From clients' }).click()
  await page.getByText('Its user is disabled: all waits until that is put right. Who saves the rules becomes its user.').waitFor()
  await check(t)
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Its user is disabled').waitFor({ state: 'detached' })
  t.match(await read(placed.id), { tags: ['raw'] })
  t.strictSame(complaints.filter((text) => !text.includes('status of 40')), [])
})

t.test('What comes in shows by itself, what has failed first, and is retried', { skip }, async (t) => {
  const opened = await openWithPlaces(t, { environment: { JOBS: 'on', MEDIA_MAX_BYTES: '1000' } })
  const { page, open, folder, add, complaints } = opened
  const { id } = await add({ location: 'ingest', path: 'cards', settle: 2 })
  const put = (name: string, text: string) => { writeFileSync(join(folder, 'ingest/cards', name), text) }
  await open(`drop-folders/${id}`)
  await page.getByText('Copy a file into its folder').waitFor()
  await page.evaluate('window.isSame = true')

  const row = (name: string) => page.getByRole('row', { name })
  put('مقابلة.txt', 'one')
  await row('مقابلة.txt').getByText('In', { exact: true }).waitFor()
  put('large.bin', 'x'.repeat(2000))
  mkdirSync(join(folder, 'ingest/cards/scan'))
  for (const number of ['01', '02', '03']) put(`scan/frame_${number}.dpx`, number)
  const failed = page.getByRole('region', { name: 'Failed', exact: true }).first()
  await failed.getByRole('row', { name: 'large.bin' }).getByText('too large').waitFor()
  await row('scan').getByText('Left out').waitFor()
  t.equal(await row('large.bin').count(), 1, 'not among the others')
  t.strictSame(await page.getByRole('heading', { level: 2 }).allInnerTexts(), ['Failed', 'Arrivals'])
  await page.getByRole('link', { name: '1 failed' }).waitFor()
  t.strictSame(await row('مقابلة').locator('bdi').allInnerTexts(), ['مقابلة.txt'])
  await checkInAllLooks(t, opened)
  await page.setViewportSize(WIDE)

  await page.getByRole('button', { name: 'Take its files scan' }).click()
  await row('scan/frame_02.dpx').getByText('In', { exact: true }).waitFor()
  put('large.bin', 'small')
  await page.getByRole('button', { name: 'Retry large.bin' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Arrival queued.').first().waitFor()
  await row('large.bin').getByText('In', { exact: true }).waitFor()
  await failed.waitFor({ state: 'detached' })
  put('again.bin', 'small')
  await row('again.bin').getByText('Duplicate').waitFor()
  t.equal(await page.evaluate('window.isSame'), true)

  await page.getByRole('combobox', { name: 'State of the files' }).selectOption('Duplicate')
  await page.waitForURL(/status=duplicate/)
  await row('large.bin').waitFor({ state: 'detached' })
  await row('again.bin').getByRole('link', { name: 'Show again.bin' }).waitFor()
  t.equal(await page.getByRole('table').getByRole('link').count(), 1)
  await page.getByRole('combobox', { name: 'State of the files' }).selectOption('Failed')
  await page.getByText('No file is like this.').waitFor()
  await page.goBack()
  await row('again.bin').getByRole('link', { name: 'Show again.bin' }).click()
  await page.getByRole('heading', { level: 1 }).getByText('large.bin').waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('link', { name: 'has this by a drop folder' }).click()
  await page.getByRole('heading', { name: 'Cards', level: 1 }).waitFor()

  rmSync(join(folder, 'ingest/cards'), { recursive: true })
  await open('drop-folders')
  await page.getByRole('row', { name: /Cards.*Folder is not there/ }).waitFor()
  t.strictSame(complaints, [])
})

t.test('Progress, guests and many arrivals', { skip }, async (t) => {
  const opened = await openWithPlaces(t)
  const { page, open, add, complaints } = opened
  const { id } = await add({})
  const arrival = {
    path: 'הפקה/<i>1</i>.mov',
    size: 4_000_000_000,
    status: 'arriving',
    progress: 1_000_000_000,
    error: null,
    asset_id: null,
    checksum: null,
    guest: 'دينا',
    created_at: new Date().toISOString(),
    finished_at: null
  }
  const all = Array.from({ length: 130 }, (_, index) => ({
    ...arrival, id: String(1000 - index), ...index > 0 && { path: `${index}.mov`, status: 'done', progress: arrival.size }
  }))
  await page.route(`**/drop_folders/${id}/arrivals?*`, async (route) => {
    const { searchParams } = new URL(route.request().url())
    const found = all.filter(({ status }) => status === (searchParams.get('status') ?? status))
    const shown = found.slice(0, Number(searchParams.get('limit')))
    const link = '</api/v2/drop_folders/1/arrivals?cursor=x>; rel="next"'
    await route.fulfill({ json: { arrivals: shown }, headers: shown.length < found.length ? { link } : {} })
  })
  await open(`drop-folders/${id}`)
  const rows = page.getByRole('region', { name: 'Arrivals' }).last().getByRole('row')
  await page.getByRole('progressbar', { name: 'Progress of הפקה/<i>1</i>.mov' }).waitFor()
  t.match(await rows.nth(1).innerText(), /sent by دينا\s+Arriving\s+25 %/)
  t.equal(await rows.count(), 26)
  await checkInAllLooks(t, opened)
  await page.getByRole('button', { name: 'Earlier' }).click()
  await rows.nth(100).waitFor()
  await page.getByRole('button', { name: 'Earlier' }).click()
  await rows.nth(130).waitFor()
  await page.getByRole('button', { name: 'Earlier' }).waitFor({ state: 'detached' })
  t.strictSame(complaints, [])
})

t.test('By keyboard a drop folder is made, its tabs are changed, and the focus comes back from a dialog', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { viewport: NARROW })
  const focused = async () => String(await page.evaluate(
    'document.activeElement.labels?.[0]?.firstChild.textContent ?? document.activeElement.textContent'))
  const isFocused = async (text: string) => readUntil(focused, (now) => now === text)
  await open('drop-folders')
  await page.getByRole('link', { name: 'Add drop folder' }).focus()
  await page.keyboard.press('Enter')
  await isFocused('Title')
  await page.keyboard.type('From clients')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'From clients', level: 1 }).waitFor()
  await page.getByRole('tab', { name: 'Arrivals' }).focus()
  await page.keyboard.press('ArrowRight')
  await isFocused('Rules')
  await page.keyboard.press('Tab')
  await isFocused('Title')
  for (const [button, first] of [['Make public', 'Make public'], ['Remove', 'Cancel']] as const) {
    await page.getByRole('button', { name: button, exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await isFocused(first)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isFocused(button)
  }
  t.match((await succeed(admin.get('drop_folders'))).drop_folders, [{ title: 'From clients', location: null, public: false }])
  t.strictSame(complaints, [])
})
