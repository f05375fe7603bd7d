import { randomBytes } from 'node:crypto'
import { httpDialects } from '../../helper/app.js'
import { addAsset, readItem } from '../../helper/items.js'
import { sha256 } from '../../helper/media/fetching.js'
import { startFileSender, startSender } from '../../helper/media/sender.js'
import { attach, attachReady, filesIn, inOneAppWithMedia, mediaOf, readUntil, settledMedia } from '../../helper/media/world.js'

const MEBIBYTE = 1024 ** 2
const onDatabases = inOneAppWithMedia()

onDatabases('The same bytes are stored once, and removed with the last asset that uses them', async (t, world) => {
  const { admin } = world
  const bytes = randomBytes(5000)
  const sender = await startFileSender(t, { bytes })
  const assets = await Promise.all([1, 2, 3].map(async () => (await addAsset(admin)).id as string))
  await Promise.all(assets.map((id) => attachReady(admin, id, sender.url)))
  t.same(await filesIn(world).then(({ objects, incoming }) => [objects.length, incoming.length]), [1, 0])

  await admin.delete(`assets/${assets[0]!}`)
  await attachReady(admin, assets[1]!, (await startFileSender(t, { bytes: randomBytes(10) })).url)
  await readUntil(() => world.app.database.reads.prisma.mediaRemoval.count(), (count) => count === 0)
  t.equal((await filesIn(world)).objects.length, 2, 'one asset still uses them')
  t.equal(
    (await world.app.inject(new URL((await mediaOf(admin, assets[2]!))[0]!.download_url!).pathname)).statusCode,
    403
  )

  await admin.delete(`assets/${assets[2]!}`)
  await admin.delete(`assets/${assets[1]!}`)
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === 0)
  t.equal(await world.app.database.reads.prisma.mediaBlob.count(), 0)

  const again = (await addAsset(admin)).id
  t.match(
    await attachReady(admin, again, sender.url),
    { checksum: { value: sha256(bytes) } },
    'removed bytes can be stored again'
  )
  await admin.delete(`assets/${again}`)
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === 0)
})

onDatabases('A second file replaces the first when it is ready, and not when it fails', async (t, world) => {
  const { admin } = world
  const first = await startFileSender(t, { bytes: Buffer.from('first'), contentType: 'text/plain' })
  let release = (): void => {}
  const slow = await startSender(t, (_request, response) => { release = () => { response.end('second') } })
  const missing = await startSender(t, (_request, response) => { response.writeHead(410).end() })
  const { id } = await addAsset(admin)
  const { id: firstId } = await attachReady(admin, id, first.url, 'first.txt')

  await attach(admin, id, missing.url, 'missing.txt')
  t.match(await settledMedia(admin, id), [{ id: firstId, status: 'ready' }, { status: 'failed' }])
  await attach(admin, id, slow.url, 'second.txt')
  await readUntil(() => slow.requests.length, (count) => count === 1)
  t.match(await mediaOf(admin, id), [{ id: firstId, status: 'ready' }, { status: 'failed' }, {
    status: /pending|ingesting/
  }])
  t.match(await readItem(admin, 'assets', id), { original_filename: 'first.txt' })
  release()
  const media = await readUntil(() => mediaOf(admin, id), (files) => files.length === 1)
  t.match(media, [{ filename: 'second.txt', status: 'ready' }])
  t.match(await readItem(admin, 'assets', id), { original_filename: 'second.txt', media_type: 'live' })
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === 1)
})

onDatabases('An older file that is still coming in is given up when a newer one is ready', async (t, world) => {
  const { admin } = world
  const bytes = randomBytes(MEBIBYTE)
  let breakOff = () => {}
  const stuck = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length * 2, etag: '"1"' })
    response.write(bytes)
    breakOff = () => response.destroy()
  })
  const quick = await startFileSender(t, { bytes: Buffer.from('quick') })
  const { id } = await addAsset(admin)
  await attach(admin, id, stuck.url, 'older')
  await readUntil(() => mediaOf(admin, id), ([file]) => file!.progress > 0)
  await attach(admin, id, quick.url, 'newer')
  t.match(await readUntil(() => mediaOf(admin, id), (files) => files.length === 1), [{
    filename: 'newer',
    status: 'ready'
  }])
  breakOff()
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
  t.equal(stuck.requests.length, 1, 'the rest is not asked for')
}, {}, httpDialects)

onDatabases('Deleting an asset while its file comes in removes the file and its temporary file', async (t, world) => {
  const bytes = randomBytes(MEBIBYTE)
  let breakOff = () => {}
  const sender = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length + 1, etag: '"1"' })
    response.write(bytes)
    breakOff = () => response.destroy()
  })
  const { id } = await addAsset(world.admin)
  await attach(world.admin, id, sender.url)
  await readUntil(() => mediaOf(world.admin, id), ([file]) => file!.progress > 0)
  await world.admin.delete(`assets/${id}`)
  breakOff()
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
  t.equal(await world.app.database.reads.prisma.mediaFile.count({ where: { assetId: id } }), 0)
  t.equal(sender.requests.length, 1, 'the rest is not asked for')
})
