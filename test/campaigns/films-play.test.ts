import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createWorld, dialects, type World } from '../helper/app.js'
import { skip, startBrowser } from '../helper/browser.js'
import { addAsset } from '../helper/items.js'
import { makeByFfmpeg, makeDocument, needs, tagged } from '../helper/media/samples.js'
import { startFileSender } from '../helper/media/sender.js'
import { startS3 } from '../helper/media/s3-server.js'
import { attach, readUntil, filesIn, mediaOf, mediaSettings, pathOf, type Shown } from '../helper/media/world.js'
import { h264, picture, probe, tone } from '../helper/media/rendering.js'

const SECONDS = 1
const PATIENCE_MS = 120_000

t.setTimeout(300_000)
const film = (...options: string[]) => [...picture(SECONDS), ...tone(SECONDS), ...options]
const PCM = ['-c:a', 'pcm_s24le']

/** Name, and how ffmpeg makes it. Each lasts a second, and films have 320 × 180 pixels. */
const made = [
  ['prores.mov', ...film('-c:v', 'prores_ks', ...PCM)],
  ['film.mxf', ...film('-c:v', 'mpeg2video', '-c:a', 'pcm_s16le')],
  ['mpeg2.mpg', ...film('-c:v', 'mpeg2video', '-c:a', 'mp2')],
  ['hevc.mp4', ...film('-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-c:a', 'aac')],
  ['av1.mp4', ...film('-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime', '-c:a', 'aac')],
  ['h264.mkv', ...film(...h264, '-c:a', 'ac3')],
  ['phone.mov', ...film(...h264, '-c:a', 'aac')],
  ['sound.flac', ...tone(SECONDS), '-c:a', 'flac'],
  ['deep.wav', ...tone(SECONDS), ...PCM]
] as const

const turned = 'phone.mov'
const playsAsItIs = 'sound.flac'
/** Here all kinds are tried, elsewhere one of each: what a browser plays depends on neither database nor storage. */
const allIn = 'postgresql, in a bucket'
const oneOfEach: readonly string[] = ['page.pdf', turned, playsAsItIs]
/** The previews of all files that are not films. */
const looks: Readonly<Record<string, readonly string[]>> = { 'page.pdf': ['thumbnail', 'preview'], 'sound.flac': [], 'deep.wav': [] }

/** What a player reports about a film or a sound once it plays. */
interface Played {
  readonly duration: number
  readonly size: readonly [number, number]
}

const skipped = { skip: skip !== false ? skip : needs.all.skip }

t.test('Files of common formats play in a browser, on both databases, on disk and in a bucket', skipped, async (t) => {
  const files = new Map<string, Buffer>([['page.pdf', makeDocument()]])
  for (const [name, ...options] of made) files.set(name, await makeByFfmpeg(t, name, options))
  files.set(turned, await tagged(t, files.get(turned)!, turned, ['-n', '-Rotation=90']))

  for (const dialect of dialects) {
    for (const place of ['on disk', 'in a bucket'] as const) {
      const where = `${dialect}, ${place}`
      await t.test(where, async (t) => {
        const settings: Record<string, string> = place === 'on disk' ? {} : { MEDIA_URL: await startS3(t) }
        const world = await createWorld(t, dialect, {
          ...mediaSettings(t), MEDIA_ANALYSIS_PARALLEL: '2', MEDIA_PROXIES: 'on', MEDIA_PROXY_PARALLEL: '1', ...settings
        })
        const ids = new Map<string, string>()
        for (const [name, bytes] of files) {
          if (where !== allIn && !oneOfEach.includes(name)) continue
          const { id } = await addAsset(world.admin, { title: name })
          await attach(world.admin, id, (await startFileSender(t, { bytes })).url, name)
          ids.set(name, id)
        }
        const page = await openPage(t, world)
        for (const [name, id] of ids) {
          const [file] = await readUntil(() => mediaOf(world.admin, id), ([file]) =>
            file !== undefined && ['done', 'none', 'failed'].includes(file.proxy_status), PATIENCE_MS)
          await t.test(name, (t) => check(t, page, name, file!))
        }
        await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
        const [mp4, waveform] = (await mediaOf(world.admin, ids.get(turned)!))[0]!.proxies
        const answer = await world.app.inject(pathOf(mp4!.url))
        t.equal(answer.statusCode, place === 'on disk' ? 200 : 302)
        if (place === 'on disk') return checkStreams(t, answer.rawPayload)
        t.equal((await world.app.inject(pathOf(waveform!.url))).statusCode, 200, 'a page may read it, whatever the bucket allows')
        const { status, headers } = await fetch(answer.headers.location!, { headers: { range: 'bytes=0-3' } })
        t.equal(status, 206)
        t.match(Object.fromEntries(headers), { 'content-type': 'video/mp4', 'content-disposition': 'inline; filename=phone.mp4' })
      })
    }
  }
})

/** A page of the service without the content security policy of its own pages. */
async function openPage (t: Test, { app }: World): Promise<Page> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const page = await (await (await startBrowser(t)).newContext({ bypassCSP: true })).newPage()
  await page.goto(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/healthz`)
  return page
}

async function check (t: Test, page: Page, name: string, file: Shown): Promise<void> {
  const { proxies, previews, view_url: view } = file
  for (const { url, width, height } of previews) t.same(await look(page, url), [width, height])
  t.same(previews.map(({ kind }) => kind), looks[name] ?? ['thumbnail', 'preview', 'filmstrip'])
  if (name === 'page.pdf') return
  const waveform = proxies.find(({ kind }) => kind === 'waveform')!
  const { version, length, data } = await page.evaluate<any>(`fetch('${pathOf(waveform.url)}').then((answer) => answer.json())`)
  t.match({ version, points: data.length }, { version: 2, points: 2 * length })

  const isFilm = previews.length > 0
  const proxy = proxies.find(({ kind }) => kind === 'mp4' || kind === 'audio')
  t.equal(proxy?.kind, name === playsAsItIs ? undefined : isFilm ? 'mp4' : 'audio')
  const { duration, size } = await play(page, isFilm ? 'video' : 'audio', proxy?.url ?? view!)
  t.ok(Math.abs(duration - SECONDS) < 0.1, `${duration} seconds`)
  if (proxy !== undefined) t.ok(Math.abs(proxy.duration! - SECONDS) < 0.1)
  if (!isFilm) return
  t.same(size, name === turned ? [180, 320] : [320, 180])
  t.same([proxy?.width, proxy?.height], size)
}

/** Plays it until its time moves. */
function play (page: Page, element: 'video' | 'audio', url: string): Promise<Played> {
  return page.evaluate<Played>(`new Promise((resolve, reject) => {
    const player = document.createElement('${element}')
    player.muted = true
    player.onerror = () => reject(new Error(player.error.message))
    player.ontimeupdate = () => {
      if (player.currentTime === 0) return
      resolve({ duration: player.duration, size: [player.videoWidth ?? 0, player.videoHeight ?? 0] })
      player.removeAttribute('src')
    }
    player.src = '${pathOf(url)}'
    player.play().catch(reject)
  })`)
}

/** Width and height of a picture. */
function look (page: Page, url: string): Promise<[number, number]> {
  return page.evaluate<[number, number]>(`(async () => {
    const picture = new Image()
    picture.src = '${pathOf(url)}'
    await picture.decode()
    return [picture.naturalWidth, picture.naturalHeight]
  })()`)
}

async function checkStreams (t: Test, bytes: Buffer): Promise<void> {
  const { streams } = await probe(t, bytes)
  t.match(streams, [{ codec_name: 'h264', pix_fmt: 'yuv420p', width: 180, height: 320 }, { codec_name: 'aac', channels: 2 }])
  t.notOk(JSON.stringify(streams).includes('rotation'))
  const boxes = ['ftyp', 'moov', 'mdat'].map((type) => bytes.indexOf(type))
  t.ok(boxes[0]! < boxes[1]! && boxes[1]! < boxes[2]!, 'it begins to play while it loads')
}
