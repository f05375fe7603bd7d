import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import sharp from 'sharp'
import { createWorld, type Client, type World } from '../../helper/app.js'
import { skip, startBrowser } from '../../helper/browser.js'
import { addAsset, eventsOf, succeed } from '../../helper/items.js'
import { askForUrl, listen } from '../../helper/sending.js'
import { ffmpeg, makeDocument, makeFilm, makePhoto, makeSound, pdftoppm } from '../../helper/media/samples.js'
import { readFilm } from '../../helper/media/film.js'
import { startSender } from '../../helper/media/sender.js'
import { startS3 } from '../../helper/media/s3-server.js'
import { analysedMedia, attach, mediaSettings, pathOf } from '../../helper/media/world.js'

interface Kind {
  readonly name: string
  readonly bytes: Buffer
  readonly analysis: 'done' | 'unsupported'
  readonly metadata: object
  /** The size of its preview; null if there is none. */
  readonly preview: readonly [width: number, height: number] | null
}

const ways = ['url', 'put', 'tus'] as const

// Each kind arrives by another way on each database: the handling of a file does not depend on how it arrived.
for (const [first, [dialect, place]] of ([['sqlite', 'folder'], ['postgresql', 'bucket']] as const).entries()) {
  t.test(`Files of five kinds that arrive by URL, PUT or tus get their metadata and previews (${dialect}, ${place})`, { timeout: 300_000 }, async (t) => {
    const kinds = await makeKinds(t)
    const bucket: Record<string, string> = place === 'bucket' ? { MEDIA_URL: await startS3(t) } : {}
    const world = await createWorld(t, dialect, { ...mediaSettings(t), MEDIA_ANALYSIS_PARALLEL: '2', ...bucket })
    const { send, patch } = await listen(world)
    const sender = await startSender(t, (request, response) => {
      response.end(kinds.find(({ name }) => request.url === `/${name}`)!.bytes)
    })
    const sent: Array<{ id: string, kind: Kind, way: string }> = []
    for (const [index, kind] of kinds.entries()) {
      const { id } = await addAsset(world.admin)
      const { name, bytes } = kind
      const way = ways[(index + first) % ways.length]!
      sent.push({ id, kind, way })
      if (way === 'url') {
        await attach(world.admin, id, `${sender.url}/${name}`, name)
        continue
      }
      const url = await askForUrl(world.admin, id, { filename: name, size: bytes.length })
      if (way === 'put') t.equal((await send('PUT', url, {}, bytes)).status, 200)
      else {
        const half = Math.floor(bytes.length / 2)
        t.equal((await patch(url, 0, bytes.subarray(0, half))).status, 204)
        t.equal((await patch(url, half, bytes.subarray(half))).status, 204)
      }
    }
    const shown: string[] = []
    for (const { id, kind, way } of sent) {
      await t.test(`${kind.name} by ${way}`, async (t) => { shown.push(...await isDescribed(t, world, id, kind)) })
    }
    if (place === 'folder') await t.test('a browser shows the previews', { skip }, async (t) => { await areShown(t, world, shown) })
  })
}

async function makeKinds (t: Test): Promise<Kind[]> {
  const film = ffmpeg === null ? await readFilm(8) : await makeFilm(t)
  const [width, height] = ffmpeg === null ? [160, 90] : [640, 360]
  return [{
    name: 'film.mp4',
    bytes: film,
    analysis: 'done',
    metadata: { content_type: 'video/mp4', width, height, duration: Number, frame_rate: ffmpeg === null ? 10 : 25, video_codec: String },
    preview: ffmpeg === null ? null : [640, 360]
  }, {
    name: 'photo.jpg',
    bytes: await makePhoto(),
    analysis: 'done',
    metadata: {
      content_type: 'image/jpeg',
      width: 400,
      height: 600,
      orientation: 6,
      taken_at: '2024-05-06T07:08:09+02:00',
      exif: { Make: 'Canon', GPSLatitude: 53.5, GPSLongitude: 8.8 },
      xmp: { creator: 'Ada Lovelace' }
    },
    preview: [400, 600]
  }, {
    name: 'sound.wav',
    bytes: makeSound(),
    analysis: 'done',
    metadata: { content_type: /^audio\/(?:vnd\.)?wave?$/, sample_rate: 44_100, channels: 2, tags: { artist: 'Björk' } },
    preview: null
  }, {
    name: 'page.pdf',
    bytes: makeDocument(),
    analysis: 'done',
    metadata: { content_type: 'application/pdf' },
    preview: pdftoppm === null ? null : [625, 417]
  }, {
    name: 'note.txt',
    bytes: Buffer.from('What was said'),
    analysis: 'unsupported',
    metadata: { content_type: 'text/plain', width: null, exif: null },
    preview: null
  }]
}

/** Returns the paths of its previews. */
async function isDescribed (t: Test, { app, admin }: World, id: string, kind: Kind): Promise<string[]> {
  const [file] = await analysedMedia(admin, id)
  t.match(file, { status: 'ready', analysis: kind.analysis, filename: kind.name })
  t.match(await metadataOf(admin, id), kind.metadata)
  t.equal(file!.previews.length, kind.preview === null ? 0 : 2)
  const events = await eventsOf(admin, 'assets', id)
  t.equal(events.filter((event) => event === 'ASSET_FINISHED_ANALYSIS').length, 1)
  for (const { kind: size, url } of file!.previews) {
    const answer = await app.inject(pathOf(url))
    const bytes = answer.statusCode === 302
      ? Buffer.from(await (await fetch(answer.headers.location!)).arrayBuffer())
      : answer.rawPayload
    const { format, width, height } = await sharp(bytes).metadata()
    t.equal(format, 'webp')
    if (size === 'preview') t.ok(Math.abs(width - kind.preview![0]) < 2 && Math.abs(height - kind.preview![1]) < 2, `${width} × ${height}`)
  }
  if (file!.view_url !== null) {
    const { headers, statusCode } = await app.inject({ method: 'HEAD', url: pathOf(file!.view_url) })
    t.match(headers[statusCode === 302 ? 'location' : 'content-disposition'], /inline/, 'it is shown, not saved')
  }
  return file!.previews.map(({ url }) => pathOf(url))
}

async function metadataOf (client: Client, id: string) {
  return (await succeed(client.get(`assets/${id}/file_metadata`))).file_metadata
}

async function areShown (t: Test, { app }: World, paths: string[]): Promise<void> {
  const { port } = app.server.address() as AddressInfo
  const page = await (await startBrowser(t)).newPage()
  await page.setContent(paths.map((path) =>
    `<img src="http://127.0.0.1:${port}${path.replaceAll('&', '&amp;')}">`).join(''))
  for (const picture of await page.locator('img').all()) {
    const width = await picture.evaluate(async (image: any) => {
      await image.decode()
      return image.naturalWidth
    })
    t.ok(width > 0)
  }
}
