import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import { addAsset, eventsOf, MILLISECONDS, succeed } from '../../../helper/items.js'
import { makeByFfmpeg, needs } from '../../../helper/media/samples.js'
import { startFileSender } from '../../../helper/media/sender.js'
import { attach, filesIn, readUntil, mediaOf, onOneWithMedia, pathOf } from '../../../helper/media/world.js'
import { FROM_ANALYSIS, picture, renderedFile, tone } from '../../../helper/media/rendering.js'

const on = { MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on' }

onOneWithMedia('A film gets proxies by URLs with ranges, and each asset that has the film gets each event once', async (t, world) => {
  const { admin, app } = world
  const bytes = await makeByFfmpeg(t, 'film.mov', [...picture(1), ...tone(1), '-c:v', 'prores_ks', '-c:a', 'pcm_s16le'])
  const sender = await startFileSender(t, { bytes })
  const [one, other] = [await addAsset(admin), await addAsset(admin)]
  for (const { id } of [one, other]) await attach(admin, id, sender.url, 'film.mov')
  t.match(await mediaOf(admin, one.id), [{ proxies: [], proxy_status: 'pending', proxy_progress: null }])
  for (const { id } of [one, other]) {
    const file = await renderedFile(admin, id)
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
    for (const { url, size, content_type: type } of file.proxies) {
      const answer = await app.inject(pathOf(url))
      t.match([answer.statusCode, answer.headers['content-type'], answer.rawPayload.length], [200, type, size])
      t.match(answer.headers['content-security-policy'], /sandbox/)
      const part = await app.inject({ url: pathOf(url), headers: { range: 'bytes=4-7' } })
      t.match([part.statusCode, part.rawPayload], [206, answer.rawPayload.subarray(4, 8)])
      t.equal((await app.inject(pathOf(url).replace(/\/(mp4|waveform)\?/, '/view?'))).statusCode, 403)
    }
    t.equal((await app.inject(pathOf(file.previews[2]!.url))).headers['content-type'], 'image/webp')
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
