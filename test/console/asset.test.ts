import t from 'tap'
import { skip } from '../helper/browser.js'
import { openConsole, showTab } from '../helper/console.js'
import { addAsset, addProject, isDeleted, readItem } from '../helper/items.js'

t.test('All details of an asset are edited in one form, and a save can be undone', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const project = await addProject(admin, { title: 'Rushes' })
  const { field_group: group } = (await admin.post('admin/field_groups', { name: 'Shooting' })).body
  const field = { dropdown_options: [], searchable: false, read_only: false }
  const { field: shot } = (await admin.post(`admin/field_groups/${group.id}/fields`, { ...field, name: 'Shot on', field_type: 'date' })).body
  const { field: notes } = (await admin.post(`admin/field_groups/${group.id}/fields`, { ...field, name: 'Notes', field_type: 'rich_text' })).body

  await open(`assets/${id}`)
  await page.getByLabel('Title').fill('Interview, day 1')
  await page.getByLabel('Description').fill('Two cameras')
  await page.getByLabel('Tags').fill('raw')
  await page.keyboard.press('Enter')
  await page.getByLabel('Category').fill('interview')
  await page.getByLabel('External id').fill('MAM-1')
  await page.getByLabel('Project').fill('Rush')
  await page.getByRole('option', { name: 'Rushes' }).click()
  await page.getByLabel('Shot on').fill('2026-01-15')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Said twice')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()

  const { title, description, tags, category, external_id: externalId, project_id: projectId } =
    await readItem(admin, 'assets', id)
  t.strictSame({ title, description, tags, category, externalId, projectId }, {
    title: 'Interview, day 1',
    description: 'Two cameras',
    tags: ['raw'],
    category: 'interview',
    externalId: 'MAM-1',
    projectId: project.id
  })
  const values = (await admin.get(`assets/${id}/custom_fields`)).body.custom_fields[0].values
  t.equal(values[shot.id], '2026-01-15')
  t.match(values[notes.id], 'Said twice')
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Rushes' }).waitFor()
  await showTab(page, 'History')
  await page.getByText('changed the details').first().waitFor()
  await check(t)

  await showTab(page, 'Details')
  await page.getByLabel('Title').fill('Mistyped')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Interview, day 1' }).waitFor()
  t.strictSame(complaints, [])
})

t.test('When two people edit the same field, the second is warned and sees both values', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview', category: 'b-roll' })
  await open(`assets/${id}`)
  await page.getByLabel('Title').fill('Mine <u>')
  await admin.put(`assets/${id}`, { title: 'Theirs <b>' })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Theirs <b>').waitFor()
  await dialog.getByText('Mine <u>').waitFor()
  await check(t)
  t.match(await readItem(admin, 'assets', id), { title: 'Theirs <b>' }, 'nothing was overwritten')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await readItem(admin, 'assets', id), { title: 'Mine <u>' })
})

t.test('An asset is trashed, restored and deleted, and the delete first says what is lost', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Old take' })
  await open(`assets/${id}`)
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByText('This is in the trash').waitFor()
  await open('trash')
  await page.getByRole('row', { name: /Old take/ }).getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The trash is empty').waitFor()
  t.equal(await isDeleted(admin, 'assets', id), false)
  await open(`assets/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('With it go its values and its history').waitFor()
  await check(t)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Old take was deleted.').waitFor()
  t.equal(await isDeleted(admin, 'assets', id), null)
})
