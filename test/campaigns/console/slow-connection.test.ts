import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { startSender } from '../../helper/media/sender.js'
import { attach, readUntil, mediaSettings } from '../../helper/media/world.js'
import { makePicture } from '../../helper/media/samples.js'

t.test('The pictures of a page are requested together, also after scrolling down', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { environment: mediaSettings(t) })
  const picture = await makePicture('png')
  const sender = await startSender(t, (_request, response) => { response.writeHead(200, { 'content-type': 'image/png' }).end(picture) })
  const titles = Array.from({ length: 45 }, (_, index) => `Take ${String(index).padStart(2, '0')}`)
  await Promise.all(titles.map(async (title) => {
    const { id } = await addAsset(admin, { title })
    await attach(admin, id, sender.url, `${title}.png`)
  }))
  const ready = async () => (await succeed(admin.get('search?media_status=ready&total=true&limit=1'))).total
  await readUntil(ready, (total) => total === titles.length)
  const asked: string[] = []
  page.on('request', (request) => { if (/media/.test(request.url())) asked.push(request.url()) })
  await open('?view=pictures&sort=title')
  await page.getByRole('gridcell', { name: 'Take 00' }).waitFor()
  await readUntil(async () => asked.length, (count) => count > 0)
  await page.getByRole('grid').press('End')
  await page.getByRole('gridcell', { name: 'Take 44' }).waitFor()
  await readUntil(async () => asked.length, (count) => count > 1)
  t.ok(asked.length < titles.length, asked.join('\n'))
  for (const url of asked) t.match(url, /\/api\/v2\/search\?.*include=media/)
  t.strictSame(complaints, [])
})

t.test('On a slow connection a placeholder is shown at once, and outdated results are marked', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  await addAsset(admin, { title: 'Interview', category: 'raw' })
  await addAsset(admin, { title: 'Other' })
  /** Holds the next search until the returned function is called, which may be before the search arrives. */
  const hold = async () => {
    let goOn = () => {}
    const isFree = new Promise<void>((resolve) => { goOn = resolve })
    await page.route('**/api/v2/search?*', async (route) => {
      await isFree
      await route.continue()
    }, { times: 1 })
    return goOn
  }
  const showFirst = await hold()
  await open()
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  showFirst()
  await page.getByRole('row', { name: /Other/ }).waitFor()
  const showFound = await hold()
  await page.getByLabel('Search').fill('interview')
  await page.locator('.find-results.old').getByRole('row', { name: /Other/ }).waitFor()
  showFound()
  await page.getByRole('row', { name: /Other/ }).waitFor({ state: 'detached' })
  t.equal(await page.locator('.old').count(), 0)
  t.ok((await succeed(admin.get('search?include=media'))).results)
})

t.test('On a slow connection each page shows a skeleton within 6 frames, also the first', { skip }, async (t) => {
  const { page, world: { admin }, origin, open } = await openConsole(t)
  const { id } = await addAsset(admin, { title: 'Interview' })
  await open()
  await page.getByRole('row', { name: /Interview/ }).waitFor()
  const names = ['Projects', 'Trash', 'Imports', 'Keys', 'Fields', 'Webhooks', 'Users', 'Status']
  const follow = async (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
  /** Requests to the service that wait until a skeleton was seen. */
  const waiting: Array<() => void> = []
  let isHeld = false
  const goOn = () => {
    isHeld = false
    for (const next of waiting.splice(0)) next()
  }
  await page.route(/\/api\/v2\/|\/metrics|\/health/, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => { waiting.push(resolve) })
    await route.continue().catch(() => {})
  })
  // Load the scripts of all pages, so that only the service is slow below.
  for (const name of names) {
    await follow(name)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  await follow('Find')
  await page.reload()
  await page.getByRole('row', { name: /Interview/ }).waitFor()
  // Counts the frames from a click to the first one with a skeleton. Frames, as a busy machine is slower.
  await page.evaluate(`document.addEventListener('click', () => {
    const from = location.pathname
    window.frames = null
    const look = (frames) => {
      if (document.querySelector('main .skeleton') !== null && location.pathname !== from) window.frames = frames
      else requestAnimationFrame(() => look(frames + 1))
    }
    requestAnimationFrame(() => look(1))
  }, true)`)
  const seen = async (name: string) => {
    const frames = await readUntil(() => page.evaluate<number | null>('window.frames'), (now) => now !== null)
    t.ok(frames! <= 6, `${name}: ${frames} frames, of which 6 take 100 ms`)
    goOn()
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
  }
  for (const name of names) {
    isHeld = true
    await follow(name)
    await seen(name)
  }
  await follow('Find')
  await page.getByRole('row', { name: /Interview/ }).waitFor()
  isHeld = true
  await page.getByRole('row', { name: /Interview/ }).getByRole('link').click()
  await seen('an asset')
  await page.waitForURL(`${origin}/console/assets/${id}`)

  // The first page shows its skeleton before its script has arrived.
  const held: Array<() => void> = []
  await page.route('**/static/*.js', async (route) => {
    await new Promise<void>((resolve) => { held.push(resolve) })
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.locator('main .skeleton').first().waitFor()
  await page.unroute('**/static/*.js')
  for (const goOn of held) goOn()
  await page.getByRole('heading', { name: 'Interview' }).waitFor()
})
