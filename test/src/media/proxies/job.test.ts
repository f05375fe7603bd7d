import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import { analyseStoredMedia } from '#src/operations/analyse.js'
import type { Client } from '../../../helper/app.js'
import { addAsset, eventsOf, historyOf, MILLISECONDS, succeed } from '../../../helper/items.js'
import { makeByFfmpeg, makeDocument, makeFilm, makePicture, needs } from '../analysis/samples.js'
import { startFileSender } from '../sender.js'
import { analysedMedia, attach, readUntil, filesIn, mediaOf, onBothWithMedia, onOneWithMedia, pathOf, type Shown } from '../world.js'
import { picture, tone } from './rendering.js'

const on = { MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on' }
const silent = { report: () => {}, end: () => {} }

/** The files of an asset, when none of them waits for its proxies any more. */
async function renderedMedia (client: Client, assetId: string): Promise<Shown[]> {
  return readUntil(() => mediaOf(client, assetId), (media) => media.length > 0 &&
    media.every(({ proxy_status: status }) => status !== 'pending' && status !== 'running'))
}

/** The events of the analysis, latest first. */
const FROM_ANALYSIS = ['ASSET_FINISHED_ANALYSIS', 'ASSET_FINISHED_IMAGE_PREVIEW', 'ASSET_FINISHED_IMAGE_THUMBNAIL', 'ASSET_STARTED_ANALYSIS']

onBothWithMedia('A film gets proxies by URLs with ranges, and each asset that has the film gets each event once', async (t, world) => {
  const { admin, app } = world
  const bytes = await makeByFfmpeg(t, 'film.mov', [...picture(1), ...tone(1), '-c:v', 'prores_ks', '-c:a', 'pcm_s16le'])
  const sender = await startFileSender(t, { bytes })
  const [one, other] = [await addAsset(admin), await addAsset(admin)]
  for (const { id } of [one, other]) await attach(admin, id, sender.url, 'film.mov')
  t.match(await mediaOf(admin, one.id), [{ proxies: [], proxy_status: 'pending', proxy_progress: null }])
  for (const { id } of [one, other]) {
    const [file] = await renderedMedia(admin, id)
    t.match(file, {
      proxy_status: 'done',
      proxy_progress: null,
      view_url: null,
      previews: [{ kind: 'thumbnail' }, { kind: 'preview' }, { kind: 'filmstrip', content_type: 'image/webp', columns: 10, count: 10, interval: 0.1 }],
      proxies: [
        { kind: 'mp4', width: 320, height: 180, duration: Number, content_type: 'video/mp4', url: /\/mp4\?/, url_expires_at: MILLISECONDS },
        { kind: 'waveform', width: null, height: null, duration: Number, content_type: 'application/json' }
      ]
    })
    t.same((await eventsOf(admin, 'assets', id)).slice(0, 7),
      ['ASSET_FINISHED_AUDIO_WAVEFORM', 'ASSET_FINISHED_PROXY_MP4', 'ASSET_UPDATED_PROXY_MP4', ...FROM_ANALYSIS])
    for (const { url, size, content_type: type } of file!.proxies) {
      const answer = await app.inject(pathOf(url))
      t.match([answer.statusCode, answer.headers['content-type'], answer.rawPayload.length], [200, type, size])
      t.match(answer.headers['content-security-policy'], /sandbox/)
      const part = await app.inject({ url: pathOf(url), headers: { range: 'bytes=4-7' } })
      t.match([part.statusCode, part.rawPayload], [206, answer.rawPayload.subarray(4, 8)])
      t.equal((await app.inject(pathOf(url).replace(/\/(mp4|waveform)\?/, '/view?'))).statusCode, 403)
    }
    t.equal((await app.inject(pathOf(file!.previews[2]!.url))).headers['content-type'], 'image/webp')
  }
  t.equal((await filesIn(world)).objects.length, 6)
  t.equal((await filesIn(world)).incoming.length, 0)

  const storage = openStorage(world.config)
  const verify = () => verifyMedia({ database: app.database, storage })
  t.match(await verify(), { checked: 6, missing: [], damaged: [], orphaned: [] })
  const { key } = (await app.database.reads.prisma.mediaProxy.findFirst())!
  await rm(join(world.config.MEDIA_DIR, 'objects', key))
  t.match((await verify()).missing, [{ key, media: [{}, {}] }])

  await succeed(admin.delete(`assets/${one.id}`))
  await succeed(admin.delete(`assets/${other.id}`))
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === 0)
}, on, needs.films)

onOneWithMedia('Sounds, films, documents and pictures get the events of their kind, also if they fail or last too long', async (t, world) => {
  const { admin } = world
  const sound = (name: string, ...options: string[]) => makeByFfmpeg(t, name, [...tone(0.4), ...options])
  for (
    const [name, bytes, status, ...events] of [
      ['deep.wav', await sound('deep.wav', '-c:a', 'pcm_s24le'), 'done', 'ASSET_FINISHED_AUDIO_WAVEFORM', 'ASSET_FINISHED_AUDIO_PROXY',
        'ASSET_FINISHED_ANALYSIS', 'ASSET_STARTED_ANALYSIS'],
      ['sound.mp3', await sound('sound.mp3'), 'done', 'ASSET_FINISHED_AUDIO_WAVEFORM', 'ASSET_FINISHED_ANALYSIS', 'ASSET_STARTED_ANALYSIS'],
      ['film.mp4', await makeFilm(t, ['-s', '64x36', '-movflags', '+faststart', '-an', '-t', '0.4']), 'done', ...FROM_ANALYSIS],
      ['page.pdf', makeDocument(), 'none', 'ASSET_FINISHED_ANALYSIS', 'ASSET_FINISHED_DOCUMENT_PREVIEW', ...FROM_ANALYSIS.slice(1)],
      ['a.png', await makePicture('png'), 'none', ...FROM_ANALYSIS]
    ] as const
  ) {
    const { id } = await addAsset(admin)
    await attach(admin, id, (await startFileSender(t, { bytes })).url, name)
    t.match(await renderedMedia(admin, id), [{ proxy_status: status }], name)
    t.same((await eventsOf(admin, 'assets', id)).slice(0, events.length + 1), [...events, 'ASSET_FINISHED_INGEST'], name)
  }
  const { id } = await addAsset(admin)
  await attach(admin, id, (await startFileSender(t, { bytes: Buffer.from('%PDF-1.4\nnothing') })).url, 'broken.pdf')
  t.match(await renderedMedia(admin, id), [{ analysis: 'failed', proxy_status: 'none' }])
  t.match(await historyOf(admin, 'assets', id), [{ event: 'ASSET_FINISHED_ANALYSIS', severity: 3 }, { event: 'ASSET_FINISHED_DOCUMENT_PREVIEW', severity: 3 },
    { event: 'ASSET_STARTED_ANALYSIS' }])

  // Unknown codecs.
  const film = await makeByFfmpeg(t, 'film.avi', [...picture(0.4, '64x64'), '-c:v', 'mpeg4', '-an'])
  const unknown = Buffer.from(film.toString('latin1').replaceAll('FMP4', 'ZZZZ'), 'latin1')
  const unheard = await sound('sound.wav', '-c:a', 'pcm_s24le')
  unheard.writeUInt16LE(0x7777, 20)
  for (
    const [name, bytes, status, event, severity] of [
      ['unknown.avi', unknown, 'failed', 'ASSET_FINISHED_PROXY_MP4', 3],
      ['unknown.wav', unheard, 'failed', 'ASSET_FINISHED_AUDIO_PROXY', 3],
      ['long.wav', await makeByFfmpeg(t, 'long.wav', [...tone(9, 8000), '-c:a', 'pcm_u8']), 'none', 'ASSET_FINISHED_ANALYSIS', 1]
    ] as const
  ) {
    const { id } = await addAsset(admin)
    await attach(admin, id, (await startFileSender(t, { bytes })).url, name)
    t.match(await renderedMedia(admin, id), [{ proxy_status: status, proxies: [] }], name)
    t.match((await historyOf(admin, 'assets', id))[0], { event, severity }, name)
  }
}, { ...on, MEDIA_PROXY_MAX_SECONDS: '8' }, needs.films)

onOneWithMedia('Files that arrived while proxies were off get them later from the command, without events', async (t, world) => {
  const { admin, config } = world
  const { id } = await addAsset(admin)
  await attach(admin, id, (await startFileSender(t, { bytes: await makeFilm(t, ['-s', '64x36', '-t', '0.4']) })).url, 'film.mp4')
  await analysedMedia(admin, id)
  t.match(await mediaOf(admin, id), [{ proxy_status: 'none', proxies: [], previews: [{ kind: 'thumbnail' }, { kind: 'preview' }] }])
  const before = await eventsOf(admin, 'assets', id)
  const analyse = (again: boolean) =>
    analyseStoredMedia({ ...config, MEDIA_PROXIES: true }, { again, progress: silent })
  t.match(await analyse(false), { files: 0, proxies: { done: 1, failed: 0 } })
  t.match(await mediaOf(admin, id), [{ proxy_status: 'done', proxies: [{ kind: 'mp4' }, { kind: 'waveform' }] }])
  t.same(await eventsOf(admin, 'assets', id), before)
  t.match(await analyse(false), { proxies: { done: 0 } })
  const old = (await mediaOf(admin, id))[0]!.proxies
  t.match(await analyse(true), { files: 1, proxies: { done: 1 } })
  t.match((await mediaOf(admin, id))[0]!.proxies.map(({ kind }) => kind), old.map(({ kind }) => kind))
  t.same(await eventsOf(admin, 'assets', id), before)
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === 6)
}, { MEDIA_ANALYSIS_PARALLEL: '1' }, needs.films)
