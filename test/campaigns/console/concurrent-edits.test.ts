import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole, type Console } from '../../helper/console.js'
import { addAsset, readItem, succeed } from '../../helper/items.js'
import { readUntil } from '../../helper/media/world.js'

t.test('When two people edit the same custom field, the second is warned and sees both values', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const { group, fields: [place, crew] } = await addFields(admin, ['Location', 'Crew'])
  const put = async (values: object) => succeed(admin.post(`assets/${id}/custom_fields/${group}`, { custom_fields: values }))
  const stored = async () => (await succeed(admin.get(`assets/${id}/custom_fields/${group}`))).custom_fields[group]
  await open(`assets/${id}`)
  await page.getByLabel('Location').fill('Mine <u>')
  await put({ [place!]: 'Theirs <b>', [crew!]: 'Ann' })
  await readUntil(() => page.getByLabel('Crew').inputValue(), (value) => value === 'Ann')
  t.equal(await page.getByLabel('Location').inputValue(), 'Mine <u>')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Location' }).getByText('Theirs <b>').waitFor()
  await dialog.getByText('Mine <u>').waitFor()
  t.equal(await dialog.getByRole('group').count(), 1, 'a field that only one person changed is not asked about')
  await check(t)
  t.strictSame(await stored(), { [place!]: 'Theirs <b>', [crew!]: 'Ann' }, 'nothing was overwritten')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  t.strictSame(await stored(), { [place!]: 'Mine <u>', [crew!]: 'Ann' })

  await page.getByLabel('Location').fill('Pier')
  let isLate = false
  // Somebody saves another field between the read and the write of the console.
  await page.route(`**/custom_fields/${group}`, async (route) => {
    if (route.request().method() === 'POST' && !isLate) {
      isLate = true
      await put({ [crew!]: 'Ben' })
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await readUntil(stored, (values) => values[place!] === 'Pier')
  t.strictSame(await stored(), { [place!]: 'Pier', [crew!]: 'Ben' })
})

t.test('When two people change tags at once, both changes are kept, without a question', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview', tags: ['raw', 'old'] })
  await open(`assets/${id}`)
  await page.getByLabel('Tags').fill('mine')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove old' }).click()
  await admin.put(`assets/${id}`, { add_tags: ['theirs'], category: 'b-roll' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  t.match(await readItem(admin, 'assets', id), { tags: ['raw', 'theirs', 'mine'], category: 'b-roll' })
  await page.getByRole('button', { name: 'Remove theirs' }).waitFor()
  t.equal(await page.getByRole('dialog').count(), 0)
})

t.test('Undo does not revert a field that somebody else has changed since, and says so', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  const { group, fields: [place] } = await addFields(admin, ['Location'])
  const stored = async () => (await succeed(admin.get(`assets/${id}/custom_fields/${group}`))).custom_fields[group]
  await open(`assets/${id}`)
  await page.getByLabel('Title').fill('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await admin.put(`assets/${id}`, { title: 'Theirs' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was undone: somebody else has changed Title since.').waitFor()
  t.match(await readItem(admin, 'assets', id), { title: 'Theirs' })

  await page.getByLabel('Location').fill('Pier')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await readUntil(stored, (values) => values?.[place!] == null)
})

t.test('Text that is typed during a save is kept and shown as not saved', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open(`assets/${id}`)
  await page.getByLabel('Description').fill('One')
  let goOn = () => {}
  const sent = new Promise<void>((resolve) => {
    page.route(`**/assets/${id}`, async (route) => {
      if (route.request().method() === 'PUT') {
        resolve()
        await new Promise<void>((resolve) => { goOn = resolve })
      }
      await route.continue()
    }).catch(t.error)
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await page.getByLabel('Description').fill('One, two')
  goOn()
  await page.getByText('Saved.').waitFor()
  t.equal(await page.getByLabel('Description').inputValue(), 'One, two')
  await page.getByText('Not saved yet').waitFor()
})

t.test('Rich text loses no keystroke on a slow processor', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  await addFields(admin, ['Notes'], 'rich_text')
  await open(`assets/${id}`)
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.click()
  const client = await page.context().newCDPSession(page)
  t.teardown(() => client.detach())
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const text = 'The quick brown fox.'
  await notes.pressSequentially(text, { delay: 10 })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  t.equal(await notes.innerText(), text)
  await page.getByRole('button', { name: 'Save' }).click()
  await notes.press('End')
  await notes.pressSequentially(' More.', { delay: 10 })
  await page.getByText('Saved.').waitFor()
  t.equal(await notes.innerText(), `${text} More.`, 'a running save does not change the text')
})

t.test('Signing out and closing the tab ask about unsaved changes, and lists show them', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  await addAsset(admin, { title: 'Other' })
  await open(`assets/${id}`)
  await page.getByLabel('Description').fill('Typed')
  await page.getByRole('region', { name: 'Not saved' }).getByRole('link', { name: 'Interview' }).waitFor()
  await page.getByRole('link', { name: 'Find', exact: true }).first().click()
  await page.getByRole('row', { name: /Interview.*Not saved/ }).waitFor()
  t.equal(await page.getByRole('row', { name: /Other.*Not saved/ }).count(), 0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Not everything is saved' })
  await dialog.getByRole('link', { name: 'Interview' }).waitFor()
  await check(t)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const question = await asked
  t.equal(question.type(), 'beforeunload')
  await question.dismiss()
  await closing
  t.notOk(page.isClosed())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Use an API key' }).waitFor()
})

async function addFields (admin: Console['world']['admin'], names: readonly string[], type = 'textbox') {
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Shooting' }))
  const fields: string[] = []
  for (const name of names) {
    const { field } = await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
      name, field_type: type, dropdown_options: [], searchable: false, read_only: false
    }))
    fields.push(String(field.id))
  }
  return { group: String(group.id), fields }
}
