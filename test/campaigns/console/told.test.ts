import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { sharedMedia } from '../../helper/media/world.js'

t.test('The history of a project says which assets were put into it', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t)
  const project = await addProject(admin, { title: 'Rushes' })
  for (const title of ['Poster', 'Banner']) {
    const { id } = await addAsset(admin, { title })
    await succeed(admin.post(`assets/${id}/assign`, { to_project_id: project.id }))
    if (title === 'Banner') await succeed(admin.delete(`assets/${id}/unassign`))
  }
  await open(`projects/${project.id}`)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText(/put Poster in here/).waitFor()
  await history.getByText(/took Banner out of here/).waitFor()
  await history.getByRole('link', { name: 'Poster' }).click()
  await page.getByRole('heading', { name: 'Poster', level: 1 }).waitFor()
  t.strictSame(complaints, [])
})

t.test('Markers are saved under the name of the asset', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Spot 30"/B: final' })
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Late', time: 1 }))
  await open(`assets/${id}`)
  await page.getByRole('button', { name: 'Export markers' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  t.equal((await saved).suggestedFilename(), 'Spot 30 B final.csv')
})

t.test('A note covers nothing of the bar of a selection', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  await addAsset(admin, { title: 'Poster' })
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    await open('')
    await page.getByRole('checkbox', { name: 'Choose Poster' }).check()
    const bar = page.getByRole('region', { name: 'Chosen' })
    await bar.getByRole('button', { name: 'Add tags' }).click()
    await page.getByRole('dialog').getByLabel('Tags').fill(`at ${viewport.width}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click()
    const note = page.locator('.note')
    await note.waitFor()
    const [below, above] = [(await bar.boundingBox())!, (await note.boundingBox())!]
    t.ok(above.y + above.height <= below.y, `${viewport.width} pixels`)
    await bar.getByRole('button', { name: 'Change' }).click({ trial: true })
  }
})

t.test('Who uploads what is here already is told so, also where the list of files was folded', { skip }, async (t) => {
  const { page, open } = await openConsole(t, { shared: sharedMedia() })
  await open('')
  const send = async (name: string) => {
    await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Call at 6') })
  }
  await send('call sheet.txt')
  await page.getByRole('row', { name: /call sheet/ }).waitFor()
  await page.getByLabel('Files on their way').waitFor({ state: 'detached' })
  await send('copy.txt')
  await page.getByText('copy.txt is here already, as call sheet: it was not sent.').waitFor()
  const list = page.getByRole('region', { name: 'Files on their way' })
  await list.getByRole('button', { name: 'Show the files' }).click()
  t.equal(await list.getByText('The same bytes are here already').count(), 0)
  await send('copy 2.txt')
  await list.getByText('The same bytes are here already').nth(1).waitFor()
})

t.test('Phones are told nothing of dropping and of clicking', { skip }, async (t) => {
  const { page, world: { admin }, origin } = await openConsole(t)
  const { id } = await addAsset(admin)
  const phone = await page.context().browser()!.newContext({ hasTouch: true, isMobile: true, viewport: NARROW })
  t.teardown(async () => phone.close())
  const key = await page.evaluate<string>("sessionStorage.getItem('cutroom.key')")
  const tab = await phone.newPage()
  await tab.addInitScript(`sessionStorage.setItem('cutroom.key', ${JSON.stringify(key)})`)
  for (const [path, seen] of [[`assets/${id}`, 'Upload a file'], ['imports', 'CSV or lines of JSON']] as const) {
    await tab.goto(`${origin}/console/${path}`)
    await tab.getByText(seen).waitFor()
    t.notMatch(await tab.locator('main').innerText(), /\b(?:drop|click)\b/i, path)
  }
})
