import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createWorld, type World } from '../../helper/app.js'
import { skip, startBrowser, type TestBrowser } from '../../helper/browser.js'
import { addAsset } from '../../helper/items.js'
import { FILM_DURATION, readFilm } from '../../helper/media/film.js'
import { mediaSettings, settledMedia } from '../../helper/media/world.js'
import { askForUrl, listen } from '../../helper/sending.js'

const MEBIBYTE = 1024 ** 2

t.test('A browser plays a film from a signed URL, and seeks in it by ranges', { skip }, async (t) => {
  const { world, browser } = await start(t)
  const url = await upload(world, await readFilm(48 * MEBIBYTE), 'film.mp4', 'video/mp4')
  const page = await browser.newPage()
  const ranges: string[] = []
  page.on('response', (response) => {
    if (response.url() === url) ranges.push(`${response.status()} ${response.headers()['content-range'] ?? ''}`)
  })
  // The page has another origin, as the page of a user of the API has.
  await page.goto(await otherOrigin(t, `<video src="${url.replaceAll('&', '&amp;')}" muted preload="auto"></video>`))

  const film = page.locator('video')
  const duration = await film.evaluate((video: any) => new Promise<number>((resolve, reject) => {
    video.addEventListener('error', () => reject(new Error(video.error.message)))
    if (video.readyState >= 1) resolve(video.duration)
    video.addEventListener('loadedmetadata', () => resolve(video.duration))
  }))
  t.ok(Math.abs(duration - FILM_DURATION) < 0.5, `${duration} seconds`)
  const played = await film.evaluate((video: any) => new Promise<number>((resolve, reject) => {
    video.addEventListener('timeupdate', () => { if (video.currentTime > 0.3) resolve(video.currentTime) })
    video.play().catch(reject)
  }))
  t.ok(played > 0.3, 'it plays')
  const sought = await film.evaluate((video: any) => new Promise<{ at: number, width: number }>((resolve) => {
    video.addEventListener('seeked', () => resolve({ at: video.currentTime, width: video.videoWidth }))
    video.currentTime = 15
  }))
  t.ok(Math.abs(sought.at - 15) < 0.2 && sought.width === 160, `it seeks to ${sought.at}`)
  t.ok(
    ranges.some((range) => /^206 bytes [1-9]\d{6,}-/.test(range)),
    `it asks for the range that it needs: ${ranges.join(', ')}`
  )
})

t.test('A browser shows a film that it navigates to, and runs no script in a file that is served', { skip }, async (t) => {
  const { world, browser } = await start(t)
  const film = await upload(world, await readFilm(8), 'film.mp4', 'video/mp4')
  const page = await browser.newPage()
  await page.goto(film)
  const state = await page.locator('video').evaluate((video: any) => new Promise<unknown>((resolve) => {
    const tell = () => resolve({ width: video.videoWidth, error: video.error?.message ?? null })
    video.addEventListener('error', tell)
    if (video.readyState >= 2) tell()
    video.addEventListener('loadeddata', tell)
  }))
  t.same(state, { width: 160, error: null })

  const script = '<script>fetch("http://127.0.0.1:9/ran"); document.title = "ran"</script>'
  for (const [name, contentType, bytes] of [
    ['page.html', 'text/html', script],
    ['page.html', 'application/octet-stream', script],
    ['page.xhtml', 'application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
    ['picture.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ['picture.png', 'image/png', script],
    ['film.mp4', 'video/mp4', script]
  ] as const) {
    const url = await upload(world, Buffer.from(bytes), name, contentType)
    const context = await browser.newContext()
    const victim = await context.newPage()
    const requests: string[] = []
    context.on('request', (request) => requests.push(request.url()))
    const download = victim.waitForEvent('download', { timeout: 0 }).then(
      (event) => event.suggestedFilename(),
      () => null
    )
    // The navigation fails if the file is downloaded.
    const shown = await victim.goto(url).then(() => true, () => false)
    if (shown) t.not(await victim.title(), 'ran', name)
    else t.equal(await download, name)
    t.same(requests.filter((request) => request !== url), [], `nothing of ${name} (${contentType}) has run`)
    await context.close()
  }
})

async function start (t: Test): Promise<{ world: World, browser: TestBrowser }> {
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), PORT: '0' })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  return { world, browser: await startBrowser(t) }
}

/** Uploads a file. Returns its signed URL when it is ready. */
async function upload (world: World, bytes: Buffer, filename: string, type: string): Promise<string> {
  const { admin } = world
  const { id } = await addAsset(admin)
  const { send } = await listen(world)
  const url = await askForUrl(admin, id, { filename, size: bytes.length, content_type: type })
  await send('PUT', url, {}, bytes)
  const [file] = await settledMedia(admin, id)
  return file!.download_url!
}

async function otherOrigin (t: Test, html: string): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}
