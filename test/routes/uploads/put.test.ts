import { randomBytes } from 'node:crypto'
import { addAsset, eventsOf, historyOf, readItem, succeed } from '../../helper/items.js'
import { sha256 } from '../../helper/media/fetching.js'
import { readUntil, filesIn, mediaOf, settledMedia } from '../../helper/media/world.js'
import { askForUrl, inOneService, listen, streamOf } from '../../helper/sending.js'

const bytes = randomBytes(300_000)
const onService = inOneService()

onService('A file that is sent by PUT is ingested on behalf of the user who asked for the URL', async (t, world) => {
  const { send } = await listen(world)
  const { client, id: userId } = await world.addUser()
  const { id } = await addAsset(client)
  const url = await askForUrl(client, id, {
    filename: 'film.mov', size: bytes.length, content_type: 'video/quicktime', sha256: sha256(bytes).toUpperCase()
  })
  t.same(await mediaOf(client, id), [], 'nothing is shown before the file is complete')
  const { status, body, headers } = await send('PUT', url, {}, bytes)
  t.match({ status, body }, { status: 200, body: { ok: 'File received' } })
  t.equal(headers.get('cache-control'), 'no-store')
  t.equal((await mediaOf(client, id)).length, 1)
  t.match(await settledMedia(client, id), [{
    status: 'ready',
    filename: 'film.mov',
    content_type: 'video/quicktime',
    size: bytes.length,
    error: null,
    checksum: { algorithm: 'sha256', value: sha256(bytes) }
  }])
  t.match(await readItem(client, 'assets', id), { media_type: 'live', original_filename: 'film.mov' })
  t.same(await eventsOf(client, 'assets', id), ['ASSET_FINISHED_INGEST', 'ASSET_STARTED_INGEST', 'ASSET_ADDED'])
  t.same((await historyOf(client, 'assets', id)).map((entry) => entry.user_id), [userId, userId, userId])
  t.same((await filesIn(world)).incoming, [])

  t.equal((await send('PUT', url, {}, bytes)).status, 404, 'the upload has ended')
  t.equal((await send('DELETE', url)).status, 404)
  const head = await send('HEAD', url)
  t.match([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')],
    [200, String(bytes.length), String(bytes.length)])
})

onService('A PUT needs no Content-Length, and its Content-Type does not matter', async (t, world) => {
  const { send } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  t.equal((await send('PUT', url, {}, streamOf(bytes.subarray(0, 1000), bytes.subarray(1000)))).status, 200)
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
  for (const type of ['application/json', 'text/plain; charset=utf-8', 'nonsense', 'multipart/form-data']) {
    const { id } = await addAsset(world.admin)
    const url = await askForUrl(world.admin, id, { size: 4 })
    t.equal((await send('PUT', url, { 'content-type': type }, Buffer.from('{"a"'))).status, 200, type)
  }
})

onService('An empty PUT completes a file of no bytes', async (t, world) => {
  const { send } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: 0 })
  t.equal((await send('PUT', url)).status, 200)
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', size: 0 }])
})

onService('A PUT of more or fewer bytes than announced is refused with 422, and can be repeated', async (t, world) => {
  const { send } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const before = await filesIn(world)
  const refused = { status: 422, body: { error: `Must have ${bytes.length} bytes` } }
  const few = bytes.subarray(1)
  const many = Buffer.concat([bytes, Buffer.from('1')])
  for (const body of [few, many]) {
    t.match(await send('PUT', url, {}, body), refused)
    t.match(await send('PUT', url, {}, streamOf(body)), refused)
  }
  t.match(await send('PUT', url), refused, 'nothing at all')
  t.same(await filesIn(world), before)
  t.same(await mediaOf(world.admin, id), [])
  t.equal((await send('HEAD', url)).headers.get('upload-offset'), '0')
  t.equal((await send('PUT', url, {}, bytes)).status, 200)
  t.match(await settledMedia(world.admin, id), [{ checksum: { value: sha256(bytes) } }])
})

onService('A file with another checksum than announced is refused with 422, and nothing of it stays', async (t, world) => {
  const { send } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length, sha256: sha256(bytes) })
  const before = await filesIn(world)
  t.match(await send('PUT', url, {}, randomBytes(bytes.length)), {
    status: 422, body: { error: 'Checksum does not match' }
  })
  t.same(await filesIn(world), before)
  t.equal((await send('HEAD', url)).headers.get('upload-offset'), '0')
  t.equal((await send('PUT', url, {}, bytes)).status, 200)
  t.match(await settledMedia(world.admin, id), [{ status: 'ready' }])
})

onService('A PUT that breaks off leaves no file, and can be repeated', async (t, world) => {
  const { send, begin } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const { request } = begin('PUT', url, { 'content-length': bytes.length })
  request.write(bytes.subarray(0, 100_000))
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 1)
  request.destroy()
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
  t.same(await mediaOf(world.admin, id), [])
  t.match(await readUntil(() => send('PUT', url, {}, bytes), ({ status }) => status !== 423), { status: 200 })
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
})

onService('An earlier file is replaced only when the new one is ready; a trashed asset accepts it', async (t, world) => {
  const { send } = await listen(world)
  const { admin } = world
  const { id } = await addAsset(admin)
  await send('PUT', await askForUrl(admin, id, { size: 5 }), {}, Buffer.from('first'))
  const [first] = await settledMedia(admin, id)
  const url = await askForUrl(admin, id, { filename: 'second.txt', size: 6 })
  t.match(await mediaOf(admin, id), [{ id: first!.id }])
  await succeed(admin.post(`assets/${id}/trash_bin`))
  t.equal((await send('PUT', url, {}, Buffer.from('second'))).status, 200)
  await succeed(admin.post(`assets/${id}/restore`))
  const media = await readUntil(() => mediaOf(admin, id), (files) => files.length === 1 && files[0]!.id !== first!.id)
  t.match(media, [{ filename: 'second.txt', status: 'ready' }])
})
