import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import t from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { createClient, createWorld, dialects, neverOverloaded } from '../../helper/app.js'
import { addAsset } from '../../helper/items.js'
import { sha256 } from '../../helper/media/fetching.js'
import { sendFile, startFileSender, startSender } from '../../helper/media/sender.js'
import { attach, readUntil, mediaOf, mediaSettings, onOneWithMedia, settledMedia } from '../../helper/media/world.js'

const MEBIBYTE = 1024 ** 2

onOneWithMedia('At most MEDIA_PARALLEL files come in at the same time', async (t, world) => {
  let open = 0
  let most = 0
  const waiting: Array<() => void> = []
  const sender = await startSender(t, (_request, response) => {
    most = Math.max(most, ++open)
    waiting.push(() => {
      open--
      response.end('done')
    })
  })
  const assets = await Promise.all([1, 2, 3, 4, 5].map(async () => (await addAsset(world.admin)).id as string))
  for (const id of assets) await attach(world.admin, id, sender.url)
  for (let served = 0; served < assets.length; served++) {
    await readUntil(() => waiting.length, (count) => count > served)
    if (served === 0) await readUntil(() => open, (count) => count === 2)
    waiting[served]!()
  }
  for (const id of assets) t.match(await settledMedia(world.admin, id), [{ status: 'ready' }])
  t.equal(most, 2)
}, { MEDIA_PARALLEL: '2' })

for (const dialect of dialects) {
  t.test(`A file continues where it was when its process is stopped and another one starts (${dialect})`, async (t) => {
    const bytes = randomBytes(2 * MEBIBYTE)
    const sender = await startSender(t, (request, response) => {
      if (request.headers.range !== undefined) return sendFile(request, response, { bytes })
      response.writeHead(200, { 'content-length': bytes.length, etag: '"1"' })
      response.write(bytes.subarray(0, MEBIBYTE))
    })
    // This one only serves; two others with jobs come and go.
    const world = await createWorld(t, dialect, { ...mediaSettings(t), JOBS: 'off' })
    const { id } = await addAsset(world.admin)
    await attach(world.admin, id, sender.url)
    t.match(await mediaOf(world.admin, id), [{ status: 'pending' }])
    const startWorker = async () => {
      const app = await buildApp({
        config: { ...world.config, JOBS: true },
        database: await openDatabase(world.url),
        logger: pino({ level: 'silent' }),
        overload: neverOverloaded
      })
      await app.ready()
      return app
    }
    const first = await startWorker()
    await readUntil(() => mediaOf(world.admin, id), ([file]) => file!.progress === MEBIBYTE)
    await first.close()
    const [stopped] = await mediaOf(world.admin, id)
    t.match(stopped, { status: 'pending', progress: MEBIBYTE, error: null })
    const second = await startWorker()
    t.teardown(() => second.close())
    t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
    t.same(sender.requests.map(({ headers }) => headers.range), [undefined, `bytes=${MEBIBYTE}-`])
  })
}

t.test('Several processes share the waiting files, and no file is fetched twice', async (t) => {
  const world = await createWorld(t, 'postgresql', mediaSettings(t))
  const other = await buildApp({
    config: world.config,
    database: await openDatabase(world.url),
    logger: pino({ level: 'silent' }),
    overload: neverOverloaded
  })
  t.teardown(() => other.close())
  await other.ready()
  const clients = [world.admin, createClient(other, 'cutroom_test_administrator')]
  const sender = await startFileSender(t, { bytes: randomBytes(1000) })
  const assets = await Promise.all(Array.from({ length: 20 }, async () => (await addAsset(world.admin)).id as string))
  await Promise.all(assets.map((id, index) => attach(clients[index % 2]!, id, `${sender.url}/${index}`)))
  for (const id of assets) t.match(await settledMedia(world.admin, id), [{ status: 'ready' }])
  t.equal(sender.requests.length, assets.length)
})
