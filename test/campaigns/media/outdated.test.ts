import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ANALYSIS_VERSION, RENDERING_VERSION } from '#src/media/outdated.js'
import { analyseStoredMedia } from '#src/operations/analyse.js'
import { addAsset, eventsOf, historyOf, succeed } from '../../helper/items.js'
import { makePhoto, makeByFfmpeg, needs } from '../../helper/media/samples.js'
import { attachFilm, renderedFile, tiny } from '../../helper/media/rendering.js'
import { startFileSender } from '../../helper/media/sender.js'
import {
  analysedMedia, attach, attachReady, filesIn, mediaOf, onBothWithMedia, pathOf, readUntil
} from '../../helper/media/world.js'

const silent = { report: () => {}, end: () => {} }

const metadataOf = async (admin: Parameters<typeof mediaOf>[0], id: string) =>
  (await succeed(admin.get(`assets/${id}/file_metadata`))).file_metadata

onBothWithMedia('What an older version has found in a file, and made of it, is found and made again, without events', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { id } = await addAsset(admin)
  await attach(admin, id, (await startFileSender(t, { bytes: await makePhoto() })).url, 'a.jpg')
  const [before] = await analysedMedia(admin, id)
  const known = await metadataOf(admin, id)
  const history = await historyOf(admin, 'assets', id)
  await app.transact(adminCaller, (tx) => tx.prisma.mediaBlob.updateMany({
    data: { analysisVersion: ANALYSIS_VERSION - 1, metadata: JSON.stringify({ ...known, exif: null }) }
  }))
  t.same(await readUntil(() => metadataOf(admin, id), ({ exif }) => exif !== null), known)
  const [after] = await mediaOf(admin, id)
  t.same([after!.analysis, after!.previews.length], ['done', before!.previews.length])
  t.same(await historyOf(admin, 'assets', id), history)
  const versions = await app.database.reads.prisma.mediaBlob.findMany({ select: { analysisVersion: true } })
  t.same(versions, [{ analysisVersion: ANALYSIS_VERSION }])

  if (needs.films.skip !== false) return t.comment(needs.films.skip)
  const film = await attachFilm(t, admin, await makeByFfmpeg(t, 'film.mkv', tiny))
  t.match((await renderedFile(admin, film)).proxies, [{ kind: 'mp4' }])
  const filmHistory = await historyOf(admin, 'assets', film)
  // The older version took it for a film that plays as it is.
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.mediaProxy.deleteMany()
    await tx.prisma.mediaBlob.updateMany({
      where: { contentType: { startsWith: 'video/' } },
      data: { analysisVersion: ANALYSIS_VERSION - 1, renderingVersion: RENDERING_VERSION - 1, playback: 'plays' }
    })
  })
  const [again] = await readUntil(() => mediaOf(admin, film), ([file]) => file!.proxies.length > 0)
  t.match(again!.proxies, [{ kind: 'mp4' }])
  t.same(await historyOf(admin, 'assets', film), filmHistory)
}, { MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on' })

onBothWithMedia('The command analyses older files without events, and can make their previews again', async (t, world) => {
  const { admin, config } = world
  const { id } = await addAsset(admin)
  const sender = await startFileSender(t, { bytes: await makePhoto() })
  await attachReady(admin, id, sender.url, 'photo.jpg')
  t.match(await mediaOf(admin, id), [{ analysis: 'pending', previews: [] }])
  await world.app.transact(world.adminCaller, async (tx) => {
    await tx.prisma.mediaAnalysis.updateMany({ data: { quiet: true, backlog: true, dueAt: null } })
  })
  const before = await eventsOf(admin, 'assets', id)
  t.match(await analyseStoredMedia(config, { again: false, progress: silent }), { files: 1, done: 1, failed: 0 })
  const [shown] = await mediaOf(admin, id)
  t.match(shown, { analysis: 'done', previews: [{ kind: 'thumbnail' }, { kind: 'preview' }] })
  t.same(await eventsOf(admin, 'assets', id), before)
  t.equal((await succeed(admin.get('search?q=harbour'))).results.length, 1, 'the asset is found')

  t.match(await analyseStoredMedia(config, { again: false, progress: silent }), { files: 0 }, 'nothing is done twice')
  const objects = join(config.MEDIA_DIR, 'objects')
  const [folder] = await readdir(objects)
  const small = (await readdir(join(objects, folder!))).length
  t.equal(small, 3)
  t.match(await analyseStoredMedia(config, { again: true, progress: silent }), { files: 1, done: 1 })
  t.same(await eventsOf(admin, 'assets', id), before)
  t.equal((await world.app.inject(pathOf((await mediaOf(admin, id))[0]!.previews[1]!.url))).statusCode, 200)
  await readUntil(() => filesIn(world), (found) => found.objects.length === 3)
})
