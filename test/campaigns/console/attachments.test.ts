import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole, showTab } from '../../helper/console.js'
import { addAsset, addProject, itemPaths, succeed } from '../../helper/items.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

const add = { assets: addAsset, projects: addProject }

for (const path of itemPaths) {
  t.test(`Files are attached to ${path}, described, downloaded and removed`, { skip }, async (t) => {
    const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
    const { id } = await add[path](admin, { title: 'Day 3' })
    await open(`${path}/${id}`)
    if (path === 'assets') await showTab(page, 'Files')
    const section = page.getByRole('region', { name: 'Attachments' })
    await section.getByText('nothing is attached yet').waitFor()
    const choosing = page.waitForEvent('filechooser')
    await section.getByRole('button', { name: 'Attach files' }).click()
    await (await choosing).setFiles(['call-sheet.txt', 'empty.txt'].map((name) =>
      ({ name, mimeType: 'text/plain', buffer: Buffer.from(name === 'empty.txt' ? '' : 'Call at seven') })))
    const download = section.getByRole('link', { name: 'Download call-sheet.txt' })
    await download.waitFor()
    await section.getByRole('link', { name: 'Download empty.txt' }).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    t.equal(file.suggestedFilename(), 'call-sheet.txt')
    await check(t)

    const description = section.getByRole('textbox', { name: 'Description of call-sheet.txt' })
    await description.fill('At the harbour')
    await description.press('Enter')
    const list = async () => (await succeed(admin.get(`${path}/${id}/attachments`))).attachments
    await readUntil(list, (all) => all.some((each: any) => each.description === 'At the harbour'))

    await section.getByRole('button', { name: 'Remove empty.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await section.getByText('empty.txt').first().waitFor({ state: 'detached' })
    t.same((await list()).map((each: any) => each.filename), ['call-sheet.txt'])

    const { upload } = await succeed(admin.post(`${path}/${id}/attachments`, { filename: 'from-elsewhere.txt', size: 4 }))
    await fetch(upload.url, { method: 'PUT', body: 'file' })
    await section.getByText('from-elsewhere.txt').first().waitFor()
    t.strictSame(complaints, [])
  })
}
