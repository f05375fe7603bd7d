import sharp from 'sharp'
import type { Client } from '../../../helper/app.js'
import { addAsset, eventsOf, historyOf, succeed } from '../../../helper/items.js'
import { startFileSender } from '../../../helper/media/sender.js'
import { analysedMedia, attach, filesIn, onBothWithMedia, pathOf, type Shown } from '../../../helper/media/world.js'
import { makePhoto } from '../../../helper/media/samples.js'

const on = { MEDIA_ANALYSIS_PARALLEL: '1' }

async function metadataOf (client: Client, assetId: string) {
  return (await succeed(client.get(`assets/${assetId}/file_metadata`))).file_metadata
}

onBothWithMedia('A photo gets metadata, and previews that a browser shows', async (t, world) => {
  const sender = await startFileSender(t, { bytes: await makePhoto(), contentType: 'application/octet-stream' })
  const { id } = await addAsset(world.admin)
  t.equal(await metadataOf(world.admin, id), null)
  await attach(world.admin, id, sender.url, 'photo.jpg')
  const [file] = await analysedMedia(world.admin, id) as [Shown]
  t.match(file, {
    status: 'ready',
    analysis: 'done',
    previews: [
      { kind: 'thumbnail', width: 213, height: 320, content_type: 'image/webp' },
      { kind: 'preview', width: 400, height: 600, content_type: 'image/webp' }
    ]
  })
  t.match(await metadataOf(world.admin, id), {
    content_type: 'image/jpeg',
    container: null,
    width: 400,
    height: 600,
    duration: null,
    color_space: 'srgb',
    orientation: 6,
    taken_at: '2024-05-06T07:08:09+02:00',
    exif: { Make: 'Canon', Model: 'EOS R5', FNumber: 2.8, GPSLatitude: 53.5, GPSLongitude: 8.8 },
    iptc: null,
    xmp: { creator: 'Ada Lovelace' },
    tags: null
  })

  for (const { url, width, height } of file.previews) {
    const answer = await world.app.inject(pathOf(url))
    t.equal(answer.statusCode, 200)
    t.match(answer.headers, {
      'content-type': 'image/webp', 'content-disposition': /^inline; /, 'content-security-policy': /; sandbox$/
    })
    const made = await sharp(answer.rawPayload).metadata()
    t.match(made, { format: 'webp', width, height, space: 'srgb' })
    t.notOk(made.exif ?? made.xmp ?? made.iptc ?? made.orientation, 'it contains no metadata')
  }
  const view = await world.app.inject(pathOf(file.view_url))
  t.match([view.statusCode, view.headers['content-type']], [200, 'image/jpeg'], 'the type follows from the content')
  t.match((await world.app.inject(pathOf(file.view_url).replace('/view', ''))).statusCode, 403, 'only for the view')

  t.same(await eventsOf(world.admin, 'assets', id), ['ASSET_FINISHED_ANALYSIS', 'ASSET_FINISHED_IMAGE_PREVIEW',
    'ASSET_FINISHED_IMAGE_THUMBNAIL', 'ASSET_STARTED_ANALYSIS', 'ASSET_FINISHED_INGEST', 'ASSET_STARTED_INGEST',
    'ASSET_ADDED'], 'viewing writes no events')
  t.match((await historyOf(world.admin, 'assets', id))[0], { severity: 1, user_id: world.adminCaller.userId })
  const { objects, incoming } = await filesIn(world)
  t.same([objects.length, incoming.length], [3, 0])
}, on)
