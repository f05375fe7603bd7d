import { randomBytes } from 'node:crypto'
import { createServer, request as sendRequest, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { httpDialects } from '../helper/app.js'
import { clientWithClock } from '../helper/client-clock.js'
import { expected, listeningUrl, loadClient } from '../helper/client.js'
import { portOf } from '../helper/connection.js'
import { addAsset } from '../helper/items.js'
import { inOneAppWithMedia } from '../helper/media/world.js'
import { eventually } from '../helper/receiver.js'

const onOneService = inOneAppWithMedia(httpDialects)

type Fetch = typeof globalThis.fetch

onOneService('An upload goes on after connections that are silent for ever', async (t, world) => {
  const { createClient, silence } = await clientWithClock(t)
  const { id } = await addAsset(world.admin, { title: 'Film' })
  const seen = new Set<string>()
  const fetch: Fetch = async (url, init) => {
    const path = new URL(String(url)).pathname.replace(/^\/uploads\/.+/, '/uploads/u').replace(id, 'a')
    const isFirst = seen.size < seen.add(`${init!.method} ${path}`).size
    return isFirst ? silence(init!) : globalThis.fetch(url, init)
  }
  const cutroom = createClient({ url: await listeningUrl(world), key: world.adminKey, fetch })
  const file = await cutroom.upload(id, new Uint8Array(randomBytes(1000)), { filename: 'a.bin' })
  t.match(file, { status: 'ready', size: 1000 })
  t.strictSame([...seen], ['POST /api/v2/assets/a/uploads', 'HEAD /uploads/u', 'PATCH /uploads/u', 'GET /api/v2/assets/a/media'])
})

onOneService('Changes go on after a connection that was silent for longer than was waited for', async (t, world) => {
  const { createClient, silence } = await clientWithClock(t)
  let asked = 0
  const fetch: Fetch = async (url, init) => ++asked <= 3 ? silence(init!) : globalThis.fetch(url, init)
  const cutroom = createClient({ url: await listeningUrl(world), key: world.adminKey, fetch })
  const changes = cutroom.changes({ event: ['ASSET_ADDED'] })
  const { id } = await addAsset(world.admin, { title: 'New' })
  t.match((await changes.next()).value, { changes: [{ targets: { asset_id: id } }] })
  t.equal(asked, 4)
})

t.test('An upload on which nothing arrives for five minutes has failed; its pieces are halved meanwhile', async (t) => {
  const { createClient, silence } = await clientWithClock(t)
  const pieces: number[] = []
  const fetch: Fetch = async (_url, init) => {
    if (init!.method === 'HEAD') return new Response(null, { headers: { 'upload-offset': '0' } })
    pieces.push((init!.body as Blob).size)
    return silence(init!)
  }
  const cutroom = createClient({ url: 'http://127.0.0.1', key: 'a key', fetch })
  const sending = cutroom.send({ url: '/uploads/u1' }, new Uint8Array(9 * 1024 ** 2))
  await t.rejects(sending, expected({ name: 'SilentConnection', message: 'The connection is silent' }))
  t.strictSame(pieces.map((size) => size / 1024 ** 2), [8, 4, 2, 1])
})

onOneService('An upload and changes go on when a proxy between them and the service was restarted', async (t, world) => {
  const { createClient } = await clientWithClock(t)
  const target = await portOf(world.app)
  let proxy = await startProxy(target)
  const { port } = proxy.address() as AddressInfo
  const restart = async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
    return async () => { proxy = await startProxy(target, port) }
  }
  t.teardown(() => { proxy.close().closeAllConnections() })
  const cutroom = createClient({ url: `http://127.0.0.1:${port}`, key: world.adminKey })
  const { id } = await addAsset(world.admin, { title: 'Film' })
  const stop = new AbortController()
  let isFollowing = false
  const changes = cutroom.changes({
    since: 'now', event: ['ASSET_EDITED_METADATA'], signal: stop.signal, onNext: () => { isFollowing = true }
  })
  const change = changes.next()
  await eventually('it knows where now is', () => isFollowing)
  let isRestarted = false
  const file = await cutroom.upload(id, new Uint8Array(20 * 1024 ** 2), {
    filename: 'a.bin',
    onProgress: (sent) => {
      if (sent === 0 || isRestarted) return
      isRestarted = true
      restart().then((start) => setImmediate(start), (error) => t.fail(error))
    }
  })
  t.match(file, { status: 'ready', size: 20 * 1024 ** 2 })
  await world.admin.put(`assets/${id}`, { title: 'Changed' })
  t.match((await change).value, { changes: [{ targets: { asset_id: id } }] })
  stop.abort()
})

async function startProxy (target: number, port = 0): Promise<Server> {
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request
    const onward = sendRequest({ host: '127.0.0.1', port: target, method, path: url, headers, agent: false })
    onward.on('error', () => response.destroy())
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.on('close', () => { if (!request.complete) onward.destroy() })
    request.pipe(onward)
  })
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return proxy
}

onOneService('When a key ends, what reads ends with its 401, and an upload is still sent', async (t, world) => {
  const { createClient, CutroomError } = await loadClient()
  const { data: { api_key: made } } = await createClient({ url: await listeningUrl(world), key: world.adminKey })
    .POST('/api/v2/user/api_keys', { body: { name: 'Short' } })
  const cutroom = createClient({ url: await listeningUrl(world), key: made.key })
  const { id } = await addAsset(world.admin, { title: 'Film' })
  const { data: { upload } } = await cutroom.POST('/api/v2/assets/{asset_id}/uploads', {
    params: { path: { asset_id: id } }, body: { filename: 'a.bin', size: 3 }
  })
  const changes = cutroom.changes({ since: 'now' })
  await cutroom.DELETE('/api/v2/user/api_keys/{api_key_id}', { params: { path: { api_key_id: String(made.id) } } })
  await cutroom.send(upload, new Uint8Array(3))
  const reads = [
    () => changes.next(), () => cutroom.pages('/api/v2/search').next(), () => cutroom.upload(id, new Blob(['x']), { filename: 'x' })
  ]
  for (const read of reads) {
    const error = await read().catch((error: unknown) => error)
    t.ok(error instanceof CutroomError, `${String(error)} ${JSON.stringify(error)}`)
    t.match(error, { status: 401, text: null })
  }
})
