import type { Page } from 'playwright-core'
import t from 'tap'
import { skip } from '../helper/browser.js'
import { openConsole, openConsoleByProxy } from '../helper/console.js'
import { addAsset, addProject, succeed } from '../helper/items.js'
import { sha256 } from '../helper/media/fetching.js'
import { mediaSettings, settledMedia, sharedMedia } from '../helper/media/world.js'

const MIB = 1024 * 1024
const PATTERN = 'The harbour at dawn, from the north pier. '

t.test('A dropped file is uploaded with a progress bar and resumes where the connection broke', { skip }, async (t) => {
  const { page, world: { admin }, open, network } = await openConsoleByProxy(t, { environment: mediaSettings(t) })
  const { id } = await addAsset(admin, { title: 'Interview' })
  const bytes = Buffer.alloc(13 * MIB, PATTERN)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  let goOn = () => {}
  const wasSeen = new Promise<void>((resolve) => { goOn = resolve })
  await page.route('**/uploads/*', async (route) => {
    // What follows the cut waits until the progress was seen.
    if (offsets.length > 2) await wasSeen
    await route.continue()
  })
  await open(`assets/${id}`)
  await page.getByRole('button', { name: 'Upload' }).waitFor()
  network.cutAfter(12 * MIB)
  await drop(page, [{ name: 'take.mov', type: 'video/quicktime', text: PATTERN, size: bytes.length }])
  const progress = page.getByRole('progressbar', { name: 'take.mov' })
  await page.locator('.uploads progress:not([value="0"])').waitFor()
  t.equal(await progress.getAttribute('max'), String(bytes.length))
  goOn()
  const [file] = await settledMedia(admin, id)
  t.match(file, { filename: 'take.mov', content_type: 'video/quicktime', size: bytes.length, checksum: { value: sha256(bytes) } })
  t.strictSame(offsets.slice(0, 2), [0, 8 * MIB])
  t.ok(offsets[2]! >= 8 * MIB, `what had arrived was not sent again: ${offsets.join(', ')}`)
  await page.locator('.file-line').getByText('take.mov').waitFor()
})

t.test('Files dropped onto the view of a project become assets in it', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const project = await addProject(admin, { title: 'Rushes' })
  await open(`?project_id=${project.id}`)
  await page.getByText('Nothing is like this').waitFor()
  await drop(page, Array.from({ length: 5 }, (_, index) =>
    ({ name: `take ${index + 1}.txt`, type: 'text/plain', text: `take ${index + 1}`, size: 7 })))
  await page.getByRole('row', { name: /take 5/ }).waitFor()
  await page.getByLabel('Files on their way').waitFor({ state: 'detached' })
  const { results } = await succeed(admin.get(`search?project_id=${project.id}&media_status=ready&limit=100`))
  t.strictSame(new Set(results.map(({ asset }: any) => `${asset.title} ${asset.original_filename}`)),
    new Set(Array.from({ length: 5 }, (_, index) => `take ${index + 1} take ${index + 1}.txt`)))
})

interface Dropped {
  readonly name: string
  readonly type: string
  /** Repeated until the file has its size. */
  readonly text: string
  readonly size: number
}

/** Drops files as a user does. */
async function drop (page: Page, files: readonly Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle<any>(`((files) => {
    const transfer = new DataTransfer()
    for (const { name, type, text, size } of files) {
      const content = text.repeat(Math.ceil(size / text.length)).slice(0, size)
      transfer.items.add(new File([content], name, { type }))
    }
    return transfer
  })(${JSON.stringify(files)})`)
  for (const kind of ['dragover', 'drop']) await page.dispatchEvent('main', kind, { dataTransfer })
}
