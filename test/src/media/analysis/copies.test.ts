import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { analyseStoredMedia } from '#src/operations/analyse.js'
import { createWorld } from '../../../helper/app.js'
import { addAsset } from '../../../helper/items.js'
import { startFront } from '../../../helper/front.js'
import { askForUrl, listen } from '../../../routes/uploads/sending.js'
import { startS3 } from '../storage/s3-server.js'
import { analysedMedia, readUntil, mediaSettings } from '../world.js'
import { makePhoto } from './samples.js'

t.test('A file that was just stored in a bucket is analysed without being downloaded from there', async (t) => {
  const bucket = await startS3(t)
  const { port } = new URL(process.env.AWS_ENDPOINT_URL_S3!)
  const front = await startFront(t, () => Number(port), () => false)
  process.env.AWS_ENDPOINT_URL_S3 = front.url
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_URL: bucket })
  const { send } = await listen(world)
  for (const description of ['one', 'two']) {
    const photo = await makePhoto({ description })
    const { id } = await addAsset(world.admin)
    await send('PUT', await askForUrl(world.admin, id, { filename: 'photo.jpg', size: photo.length }), {}, photo)
    t.match(await analysedMedia(world.admin, id), [{ analysis: 'done', previews: [{}, {}] }])
  }
  const methods = front.requests.filter(({ url }) => url.includes('/some/where/')).map(({ method }) => method)
  t.ok(methods.includes('PUT'), methods.join(', '))
  t.notOk(methods.includes('GET'), methods.join(', '))
  await readUntil(() => readdir(join(world.config.MEDIA_DIR, 'incoming')), (names) => names.length === 0)

  const progress = { report: () => {}, end: () => {} }
  await analyseStoredMedia(world.config, { again: true, progress })
  // The service may have taken both of them from the command.
  await readUntil(() => front.requests, (requests) =>
    requests.filter(({ method, url }) => method === 'GET' && url.includes('/some/where/')).length >= 2)
  t.pass('later it is downloaded')
})
