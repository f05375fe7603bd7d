import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { skip } from '../../helper/browser.js'
import { checkInAllLooks, openConsole, WIDE } from '../../helper/console.js'
import { promised } from '../../helper/ejects.js'
import { addAsset, addProject, assign, succeed } from '../../helper/items.js'
import { startSender } from '../../helper/media/sender.js'
import { attachReady, mediaSettings } from '../../helper/media/world.js'

async function openWithOut (t: Test) {
  const folder = t.testdir({ out: {}, media: {} })
  const opened = await openConsole(t, {
    environment: { ...mediaSettings(t, join(folder, 'media')), LOCATIONS: `out=${join(folder, 'out')}` }
  })
  const { admin } = opened.world
  const sender = await startSender(t, (request, response) => { response.end(request.url) })
  /** Files whose bytes are the path from which they came. */
  const addFile = async (name: string) => {
    const { id } = await addAsset(admin, { title: name })
    await attachReady(admin, id, `${sender.url}/${name}`, name)
    return id as string
  }
  const addOut = (body: object = {}) => succeed(admin.post('drop_folders', { title: 'Playout', direction: 'out', location: 'out', ...body }))
  return { ...opened, addFile, addOut, out: join(folder, 'out') }
}

t.test('An asset, a project and a selection go out by a dialog that shows how far they are', { skip }, async (t) => {
  const opened = await openWithOut(t)
  const { page, world: { admin }, open, addFile, addOut, out, complaints } = opened
  const [film, song] = [await addFile('film.mov'), await addFile('song.wav')]
  const { id: bare } = await addAsset(admin, { title: 'bare' })
  await open(`assets/${film}`)
  const eject = page.getByRole('button', { name: 'Eject', exact: true })
  const dialog = page.getByRole('dialog')
  await eject.first().click()
  await dialog.getByText('There is no drop folder to which files go out').waitFor()
  t.equal(await dialog.getByRole('button', { name: 'Eject' }).isDisabled(), true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await addOut()
  await eject.first().click()
  await dialog.getByRole('combobox', { name: 'Drop folder' }).waitFor()
  t.ok(await dialog.getByRole('radio', { name: /The files as they are/ }).isChecked())
  await checkInAllLooks(t, opened)
  await page.setViewportSize(WIDE)
  await dialog.getByLabel('Folder in it').fill('../up')
  await dialog.getByRole('button', { name: 'Eject' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Must be a relative path' }).waitFor()
  await dialog.getByLabel('Folder in it').fill('friday')
  await dialog.getByRole('button', { name: 'Eject' }).click()
  await page.getByRole('dialog', { name: 'Ejected' }).getByText('1 of 1 file out.').waitFor()
  t.equal(readFileSync(join(out, 'friday/film.mov'), 'utf8'), '/film.mov')
  await checkInAllLooks(t, opened)
  await page.setViewportSize(WIDE)
  await dialog.locator('.primary').click()

  const project = await addProject(admin, { title: 'Masters' })
  for (const id of [film, song, bare]) await assign(admin, 'assets', id, project.id)
  await open(`projects/${project.id}`)
  await eject.first().click()
  await dialog.getByRole('button', { name: 'Eject' }).click()
  await page.getByRole('dialog', { name: 'Ejected' }).getByText('2 of 3 files out, 1 not.').waitFor()
  await dialog.getByText('No file is ready').waitFor()
  t.ok(existsSync(join(out, 'Masters/song.wav')))
  await dialog.locator('.primary').click()

  await open('?sort=title&type=asset&q=')
  await page.getByRole('checkbox', { name: 'Choose film.mov' }).click()
  await page.getByRole('checkbox', { name: 'Choose song.wav' }).click()
  await page.getByText('2 chosen').waitFor()
  await eject.last().click()
  await dialog.getByLabel('Folder in it').fill('both')
  await dialog.getByRole('button', { name: 'Eject' }).click()
  await page.getByRole('dialog', { name: 'Ejected' }).getByText('2 of 2 files out.').waitFor()
  for (const name of ['film.mov', 'song.wav', 'film.mov.sha256']) t.ok(existsSync(join(out, 'both', name)), name)
  t.strictSame(complaints.filter((text) => !text.includes('status of 422')), [])
})

t.test('What waits is cancelled by the dialog, and the focus comes back', { skip }, async (t) => {
  const { page, world: { admin, app }, open, addFile, addOut, complaints } = await openWithOut(t)
  const film = await addFile('film.mov')
  await addOut()
  const { sendOut } = app.media
  const goesOn = promised()
  const media = app.media as { sendOut: typeof sendOut }
  media.sendOut = async (task, options) => {
    await goesOn.promise
    return sendOut(task, options)
  }
  await open(`assets/${film}`)
  const eject = page.getByRole('button', { name: 'Eject', exact: true }).first()
  await eject.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Drop folder' }).waitFor()
  await dialog.getByRole('button', { name: 'Eject' }).click()
  await page.getByRole('dialog', { name: 'Ejecting' }).getByText('This goes on when you close it').waitFor()
  await dialog.getByRole('progressbar', { name: 'Eject' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel eject' }).click()
  await page.getByText('The eject was cancelled. What is out stays.').waitFor()
  t.match((await succeed(admin.get('ejects'))).ejects, [{ status: 'cancelled' }])
  goesOn.resolve()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  t.strictSame(complaints, [])
})

t.test('A selection that is too large is told before anything goes out', { skip }, async (t) => {
  const opened = await openWithOut(t)
  const { page, world, open, check, addOut, complaints } = opened
  await addOut()
  const operations = Array.from({ length: 101 }, (_, index) => ({ method: 'POST', path: '/api/v2/assets', body: { title: `Take ${index}` } }))
  t.match(await succeed(world.admin.post('bulk', { operations })), { committed: true })
  await open('?type=asset&q=take')
  await page.getByRole('checkbox', { name: /^Choose Take/ }).first().click()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByText('101 chosen').waitFor()
  await page.getByRole('button', { name: 'Eject', exact: true }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').filter({ hasText: 'These are 101 items, and at most 100 go out at once' }).waitFor()
  t.equal(await dialog.getByRole('button', { name: 'Eject' }).isDisabled(), true)
  await check(t)
  t.strictSame((await succeed(world.admin.get('ejects'))).ejects, [])
  t.strictSame(complaints, [])
})
