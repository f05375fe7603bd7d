import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openStorage } from '#src/media/storage/open.js'
import { analyseStoredMedia } from '#src/operations/analyse.js'
import { createWorld } from '../../../helper/app.js'
import { addAsset } from '../../../helper/items.js'
import { startFront } from '../../../helper/front.js'
import { askForUrl, listen } from '../../../helper/sending.js'
import { setAws, startS3 } from '../../../helper/media/s3-server.js'
import { analysedMedia, mediaSettings, pathOf, readUntil } from '../../../helper/media/world.js'
import { makePhoto } from '../../../helper/media/samples.js'

t.test('A file in a bucket is analysed without being downloaded again, and its previews are stored there too', async (t) => {
  const bucket = await startS3(t)
  const { port } = new URL(process.env.AWS_ENDPOINT_URL_S3!)
  const front = await startFront(t, () => Number(port), () => false)
  setAws(t, { AWS_ENDPOINT_URL_S3: front.url })
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_URL: bucket })
  const { send } = await listen(world)
  const shown: string[] = []
  for (const description of ['one', 'two']) {
    const photo = await makePhoto({ description })
    const { id } = await addAsset(world.admin)
    await send('PUT', await askForUrl(world.admin, id, { filename: 'photo.jpg', size: photo.length }), {}, photo)
    const [file] = await analysedMedia(world.admin, id)
    t.match(file, { analysis: 'done', previews: [{ kind: 'thumbnail' }, { kind: 'preview' }] })
    shown.push(pathOf(file!.previews[0]!.url))
  }
  const methods = front.requests.filter(({ url }) => url.includes('/some/where/')).map(({ method }) => method)
  t.ok(methods.includes('PUT'), methods.join(', '))
  t.notOk(methods.includes('GET'), methods.join(', '))
  await readUntil(() => readdir(join(world.config.MEDIA_DIR, 'incoming')), (names) => names.length === 0)
  const keys: string[] = []
  for await (const { key } of openStorage(world.config).list()) keys.push(key)
  t.equal(keys.length, 6)
  const answer = await world.app.inject(shown[0]!)
  t.equal(answer.statusCode, 302)
  const preview = await fetch(answer.headers.location!)
  t.match([preview.status, preview.headers.get('content-type'), preview.headers.get('content-disposition')],
    [200, 'image/webp', /^inline/])

  const before = front.requests.length
  const progress = { report: () => {}, end: () => {} }
  await analyseStoredMedia(world.config, { again: true, progress })
  // The service may have taken both of them from the command.
  await readUntil(() => front.requests.slice(before), (requests) =>
    requests.filter(({ method, url }) => method === 'GET' && url.includes('/some/where/')).length >= 2)
  t.pass('later it is downloaded')
})
