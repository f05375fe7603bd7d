import { analyseStoredMedia } from '#src/operations/analyse.js'
import { addAsset, eventsOf, historyOf } from '../../helper/items.js'
import { makeByFfmpeg, makeDocument, makeFilm, makePicture, needs } from '../../helper/media/samples.js'
import { FROM_ANALYSIS, picture, renderedFile, tone } from '../../helper/media/rendering.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, filesIn, mediaOf, onOneWithMedia, readUntil } from '../../helper/media/world.js'

const on = { MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on' }
const silent = { report: () => {}, end: () => {} }

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
    t.match(await renderedFile(admin, id), { proxy_status: status }, name)
    t.same((await eventsOf(admin, 'assets', id)).slice(0, events.length + 1), [...events, 'ASSET_FINISHED_INGEST'], name)
  }
  const { id } = await addAsset(admin)
  await attach(admin, id, (await startFileSender(t, { bytes: Buffer.from('%PDF-1.4\nnothing') })).url, 'broken.pdf')
  t.match(await renderedFile(admin, id), { analysis: 'failed', proxy_status: 'none' })
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
    t.match(await renderedFile(admin, id), { proxy_status: status, proxies: [] }, name)
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
