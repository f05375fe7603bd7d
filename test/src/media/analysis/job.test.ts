import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import { dialects, httpDialects } from '../../../helper/app.js'
import { addAsset, eventsOf, historyOf, succeed } from '../../../helper/items.js'
import { startFileSender } from '../../../helper/media/sender.js'
import { analysedMedia, attach, filesIn, inOneAppWithMedia, mediaOf, pathOf, readUntil } from '../../../helper/media/world.js'
import { makePicture } from '../../../helper/media/samples.js'

const onDatabases = inOneAppWithMedia(dialects, { MEDIA_ANALYSIS_PARALLEL: '1' })

onDatabases('Two assets with the same bytes share one analysis, each gets its own events, and media verify checks their previews', async (t, world) => {
  const { admin, app, config } = world
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
  t.equal((await app.inject(foreign)).statusCode, 403, 'a URL is valid only for its own file')
  t.equal((await app.inject(pathOf(first.previews[0]!.url).replace('thumbnail', 'preview'))).statusCode, 403)

  const storage = openStorage(config)
  const verify = () => verifyMedia({ database: app.database, storage })
  t.match(await verify(), { checked: 3, missing: [], damaged: [], orphaned: [] })
  const { key } = (await app.database.reads.prisma.mediaPreview.findFirst({ where: { kind: 'preview' } }))!
  await rm(join(config.MEDIA_DIR, 'objects', key))
  t.match((await verify()).missing, [{ key, media: [{}, {}] }])

  await succeed(admin.delete(`assets/${one.id}`))
  t.equal((await app.inject(pathOf(second.previews[0]!.url))).statusCode, 200)
  await succeed(admin.delete(`assets/${other.id}`))
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === 0)
  t.equal((await app.inject(pathOf(second.previews[0]!.url))).statusCode, 404)
})

onDatabases('The analysis of a damaged file fails, one of an unknown kind is unsupported, and both are in the history', async (t, world) => {
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
}, {}, httpDialects)
