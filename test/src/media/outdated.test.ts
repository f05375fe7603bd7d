import { ANALYSIS_VERSION, RENDERING_VERSION } from '#src/media/outdated.js'
import { addAsset, historyOf, succeed } from '../../helper/items.js'
import { makePhoto, makeByFfmpeg, needs } from './analysis/samples.js'
import { attachFilm, renderedFile, tiny } from './proxies/rendering.js'
import { startFileSender } from './sender.js'
import { analysedMedia, attach, readUntil, mediaOf, onBothWithMedia } from './world.js'

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
