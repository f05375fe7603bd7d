import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { analyseStoredMedia } from '#src/operations/analyse.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import { createWorld } from '../../../helper/app.js'
import { addAsset, eventsOf, historyOf, succeed } from '../../../helper/items.js'
import { startFileSender } from '../sender.js'
import { startS3 } from '../storage/s3-server.js'
import { analysedMedia, attach, attachReady, readUntil, filesIn, mediaOf, mediaSettings, onBothWithMedia, onOneWithMedia, pathOf } from '../world.js'
import { makePhoto, makePicture } from './samples.js'

const on = { MEDIA_ANALYSIS_PARALLEL: '1' }
const silent = { report: () => {}, end: () => {} }

onBothWithMedia('Two assets with the same bytes share one analysis, and each gets its own events', async (t, world) => {
  const { admin } = world
  const sender = await startFileSender(t, { bytes: await makePicture('png') })
  const [one, other] = [await addAsset(admin), await addAsset(admin)]
  for (const { id } of [one, other]) await attach(admin, id, sender.url, 'a.png')
  for (const { id } of [one, other]) {
    t.match(await analysedMedia(admin, id), [{ analysis: 'done', previews: [{}, {}] }])
    t.same((await eventsOf(admin, 'assets', id)).slice(0, 4), ['ASSET_FINISHED_ANALYSIS', 'ASSET_FINISHED_IMAGE_PREVIEW',
      'ASSET_FINISHED_IMAGE_THUMBNAIL', 'ASSET_STARTED_ANALYSIS'])
  }
  t.equal((await filesIn(world)).objects.length, 3)
  const [first, second] = [(await mediaOf(admin, one.id))[0]!, (await mediaOf(admin, other.id))[0]!]
  const foreign = pathOf(first.previews[0]!.url).replace(first.id, second.id)
  t.equal((await world.app.inject(foreign)).statusCode, 403, 'a URL is valid only for its own file')
  t.equal((await world.app.inject(pathOf(first.previews[0]!.url).replace('thumbnail', 'preview'))).statusCode, 403)

  await succeed(admin.delete(`assets/${one.id}`))
  t.equal((await world.app.inject(pathOf(second.previews[0]!.url))).statusCode, 200)
  await succeed(admin.delete(`assets/${other.id}`))
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === 0)
  t.equal((await world.app.inject(pathOf(second.previews[0]!.url))).statusCode, 404)
}, on)

onOneWithMedia('The analysis of a damaged file fails, one of an unknown kind is unsupported, and both are in the history', async (t, world) => {
  const { admin } = world
  const damaged = (await makePicture('png')).subarray(0, 300)
  for (const [bytes, analysis, severity] of [[damaged, 'failed', 3], [randomBytes(100), 'unsupported', 1]] as const) {
    const sender = await startFileSender(t, { bytes })
    const { id } = await addAsset(admin)
    await attach(admin, id, sender.url, 'a.png')
    t.match(await analysedMedia(admin, id), [{ status: 'ready', analysis, previews: [] }])
    t.match((await historyOf(admin, 'assets', id))[0], { event: 'ASSET_FINISHED_ANALYSIS', severity })
    const { file_metadata: metadata } = await succeed(admin.get(`assets/${id}/file_metadata`))
    t.match(metadata, analysis === 'failed' ? null : { content_type: 'application/octet-stream', width: null })
  }
}, on)

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

onOneWithMedia('media verify checks previews, and reports those that are missing', async (t, world) => {
  const { admin, config, app } = world
  const { id } = await addAsset(admin)
  const sender = await startFileSender(t, { bytes: await makePicture('jpeg') })
  await attach(admin, id, sender.url, 'photo.jpg')
  await analysedMedia(admin, id)
  const storage = openStorage(config)
  const verify = () => verifyMedia({ database: app.database, storage })
  t.match(await verify(), { checked: 3, missing: [], damaged: [], orphaned: [] })
  const { key } = (await app.database.reads.prisma.mediaPreview.findFirst())!
  await rm(join(config.MEDIA_DIR, 'objects', key))
  t.match((await verify()).missing, [{ key, media: [{ asset_id: id }] }])
}, on)

t.test('Files in a bucket are analysed, and their previews are stored there too', async (t) => {
  const bucket = await startS3(t)
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), ...on, MEDIA_URL: bucket })
  const { admin, config } = world
  const { id } = await addAsset(admin)
  const sender = await startFileSender(t, { bytes: await makePhoto() })
  await attach(admin, id, sender.url, 'photo.jpg')
  const [file] = await analysedMedia(admin, id)
  t.match(file, { analysis: 'done', previews: [{ kind: 'thumbnail' }, { kind: 'preview' }] })
  const keys: string[] = []
  for await (const { key } of openStorage(config).list()) keys.push(key)
  t.equal(keys.length, 3)
  await readUntil(() => readdir(join(config.MEDIA_DIR, 'incoming')), (names) => names.length === 0)
  const answer = await world.app.inject(pathOf(file!.previews[0]!.url))
  t.equal(answer.statusCode, 302)
  const shown = await fetch(answer.headers.location!)
  t.match([shown.status, shown.headers.get('content-type'), shown.headers.get('content-disposition')],
    [200, 'image/webp', /^inline/])
})
