import { readFile } from 'node:fs/promises'
import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, historyOf, succeed } from '../../helper/items.js'
import { readUntil, sharedMedia, settledMedia } from '../../helper/media/world.js'

const VIDEO = "document.querySelector('.stage video')"
const FILM = new URL('../../../../test/helper/media/film.mp4', import.meta.url)

t.test('A film keeps its position when somebody changes the asset and when its URL expires', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open(`assets/${id}`)
  await page.locator('input[type=file]').setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: await readFile(FILM) })
  await settledMedia(admin, id)
  const film = page.locator('.stage video')
  await film.waitFor()
  await readUntil(() => page.evaluate<number>(`${VIDEO}.readyState`), (state) => state >= 1)
  const src = await film.getAttribute('src')
  await page.evaluate(`${VIDEO}.currentTime = ${VIDEO}.duration / 2`)
  const at = await page.evaluate<number>(`${VIDEO}.currentTime`)
  const before = (await historyOf(admin, 'assets', id)).length
  await admin.put(`assets/${id}`, { title: 'Changed by another' })
  await page.getByRole('heading', { level: 1, name: 'Changed by another' }).waitFor()
  await readUntil(() => historyOf(admin, 'assets', id), (entries) => entries.length > before)
  t.equal(await film.getAttribute('src'), src)
  t.equal(await page.evaluate<number>(`${VIDEO}.currentTime`), at)

  // The service answers so when the URL has expired.
  await page.route((url) => url.href === src, async (route) => route.fulfill({ status: 403 }))
  await page.evaluate(`${VIDEO}.load()`)
  await readUntil(() => film.getAttribute('src'), (now) => now !== src)
  await readUntil(() => page.evaluate<number>(`${VIDEO}.currentTime`), (now) => Math.abs(now - at) < 0.1)
})

t.test('The results keep updating while others add assets without a pause', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  await open()
  await page.getByText('Nothing is here yet').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const end = new AbortController()
  const adding = (async () => {
    for (let number = 1; !end.signal.aborted; number++) {
      await addAsset(admin, { title: `Take ${number}` })
      await new Promise((resolve) => { setTimeout(resolve, 100) })
    }
  })()
  const latest = async () => Math.max(0, ...(await page.getByRole('row', { name: /Take/ }).allInnerTexts())
    .map((text) => Number(/Take (\d+)/.exec(text)![1])))
  const shown = await readUntil(latest, (now) => now >= 12)
  await readUntil(latest, (now) => now > shown)
  end.abort()
  await adding
})

t.test('An item that changes many times at once is not loaded again for each change', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open(`assets/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Interview' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  let loads = 0
  page.on('request', (request) => { if (new URL(request.url()).pathname === `/api/v2/assets/${id}`) loads++ })
  const operations = Array.from({ length: 200 }, (_, number) =>
    ({ method: 'PUT', path: `/api/v2/assets/${id}`, body: { title: `Take ${number + 1}` } }))
  await succeed(admin.post('bulk', { operations }))
  await page.getByRole('heading', { level: 1, name: 'Take 200', exact: true }).waitFor()
  t.ok(loads < 100, `${loads} loads`)
})
