import { createHash, randomBytes } from 'node:crypto'
import { addAsset } from '../../helper/items.js'
import { sha256 } from '../../helper/media/fetching.js'
import { readUntil, filesIn, mediaOf, onOneWithMedia, settledMedia } from '../../helper/media/world.js'
import { askForUrl, inOneService, listen, patient, pieceHeaders, streamOf } from '../../helper/sending.js'

const bytes = randomBytes(300_000)
const onService = inOneService()
const uploadLeaseMs = 1000
const [half, rest] = [bytes.subarray(0, 150_000), bytes.subarray(150_000)]

onService('A file is sent in pieces, each of which is on disk when it is answered', async (t, world) => {
  const { send, head, patch } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length, sha256: sha256(bytes) })
  const abilities = await send('OPTIONS', url)
  t.match([abilities.status, ...['tus-resumable', 'tus-version', 'tus-extension', 'tus-checksum-algorithm', 'tus-max-size']
    .map((name) => abilities.headers.get(name))],
  [204, '1.0.0', '1.0.0', 'termination,expiration,checksum', 'md5,sha1,sha256,sha512', /^\d+$/])

  const before = await head(url)
  t.match([before.status, ...['tus-resumable', 'upload-offset', 'upload-length', 'cache-control', 'upload-expires']
    .map((name) => before.headers.get(name))], [200, '1.0.0', '0', String(bytes.length), 'no-store', /GMT$/])
  const first = await patch(url, 0, half)
  t.match([first.status, first.text, ...['tus-resumable', 'upload-offset', 'upload-expires']
    .map((name) => first.headers.get(name))], [204, '', '1.0.0', String(half.length), /GMT$/])
  t.equal((await head(url)).headers.get('upload-offset'), String(half.length))
  t.same(await mediaOf(world.admin, id), [])
  const second = await patch(url, half.length, streamOf(rest))
  t.match([second.status, second.headers.get('upload-offset')], [204, String(bytes.length)])
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
  t.equal((await patch(url, bytes.length)).status, 404)
  const after = await head(url)
  t.match([after.status, after.headers.get('upload-offset')], [200, String(bytes.length)])
  t.same((await filesIn(world)).incoming, [])
})

onService('Another version of tus, another type, a wrong offset and too many bytes are refused, and the offset stays', async (t, world) => {
  const { send, head, patch } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  await patch(url, 0, half)
  const { 'tus-resumable': _version, ...noVersion } = pieceHeaders(half.length)
  const unknown = await send('PATCH', url, noVersion, rest)
  t.match([unknown.status, unknown.headers.get('tus-version')], [412, '1.0.0'])
  t.equal((await send('PATCH', url, { ...pieceHeaders(half.length), 'tus-resumable': '0.2.2' }, rest)).status, 412)
  t.equal((await patch(url, half.length, rest, { 'content-type': 'application/octet-stream' })).status, 415)
  t.equal((await patch(url, 0, rest)).status, 409)
  t.equal((await patch(url, bytes.length, rest)).status, 409)
  const { 'upload-offset': _offset, ...noOffset } = pieceHeaders(0)
  t.equal((await send('PATCH', url, noOffset, rest)).status, 400)
  t.equal((await patch(url, half.length, bytes)).status, 413)
  t.equal((await patch(url, half.length, streamOf(rest, half))).status, 413)
  t.equal((await head(url)).headers.get('upload-offset'), String(half.length))
  t.equal((await patch(url, half.length, rest)).status, 204)
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
})

onService('A piece whose checksum is wrong is refused, and the offset stays', async (t, world) => {
  const { head, patch } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const digest = (algorithm: string, of: Buffer) =>
    ({ 'upload-checksum': `${algorithm} ${createHash(algorithm).update(of).digest('base64')}` })
  t.match(await patch(url, 0, half, digest('sha1', rest)), { status: 460 })
  t.equal((await patch(url, 0, half, { 'upload-checksum': 'crc32 abc' })).status, 400)
  t.equal((await patch(url, 0, half, { 'upload-checksum': 'sha1' })).status, 400)
  t.equal((await head(url)).headers.get('upload-offset'), '0')
  t.equal((await patch(url, 0, half, digest('sha1', half))).status, 204)
  t.equal((await patch(url, half.length, rest, digest('md5', half))).status, 460)
  t.equal((await head(url)).headers.get('upload-offset'), String(half.length))
  t.equal((await patch(url, half.length, rest, digest('sha256', rest))).status, 204)
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
})

onService('The bytes of a PATCH that broke off stay, and a PUT begins at 0 all the same', async (t, world) => {
  const { send, patch, beginPiece } = await listen(world)
  for (const isPut of [false, true]) {
    const { id } = await addAsset(world.admin)
    const url = await askForUrl(world.admin, id, { size: bytes.length })
    const { request } = await beginPiece(url, bytes.length, half)
    t.equal((await patch(url, half.length, rest)).status, 423, 'another request is writing')
    t.equal((await send('PUT', url, {}, bytes)).status, 423)
    t.equal((await send('DELETE', url, { 'tus-resumable': '1.0.0' })).status, 423)
    request.destroy()
    const end = () => isPut ? send('PUT', url, {}, bytes) : patch(url, half.length, rest)
    t.match(await readUntil(end, ({ status }) => status !== 423), { status: isPut ? 200 : 204 })
    t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
  }
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
})

onOneWithMedia('A sender that is silent loses the upload to the next one, whose bytes stay intact', async (t, world) => {
  const { offsetOf, patch, begin } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const { request, answered } = begin('PATCH', url, { ...pieceHeaders(0), 'content-length': bytes.length })
  let sent = 0
  // On a slow machine bytes may be stored too late to count: then it sends more of them.
  await readUntil(async () => {
    request.write(bytes.subarray(sent, sent += 100))
    return readUntil(() => offsetOf(url), (offset) => offset === sent, uploadLeaseMs).then(() => true, () => false)
  }, (isStored) => isStored)
  t.match(await readUntil(() => patch(url, sent, bytes.subarray(sent, sent + 10)), ({ status }) => status !== 423),
    { status: 204 })
  request.end(bytes.subarray(sent))
  t.equal(await answered, 423)
  t.equal((await patch(url, sent + 10, bytes.subarray(sent + 10))).status, 204)
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
}, patient.environment, { patience: { uploadNoteMs: 20, uploadLeaseMs } })

onService('An empty PATCH completes a file of no bytes', async (t, world) => {
  const { patch } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: 0 })
  t.equal((await patch(url, 0)).status, 204)
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', size: 0 }])
})

onService('An upload can be cancelled, and X-HTTP-Method-Override may name the method', async (t, world) => {
  const { send, head, patch } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const by = (method: string) => ({ 'x-http-method-override': method })
  t.equal((await send('POST', url, { ...pieceHeaders(0), ...by('PATCH') }, half)).status, 204)
  const told = await send('POST', url, { 'tus-resumable': '1.0.0', ...by('HEAD') })
  t.match([told.status, told.headers.get('upload-offset')], [200, String(half.length)])
  t.equal((await send('POST', url)).status, 404, 'a POST to the URL itself creates nothing')
  t.equal((await send('POST', url, { 'tus-resumable': '1.0.0', ...by('DELETE') })).status, 204)
  t.same((await filesIn(world)).incoming, [])
  t.equal((await head(url)).status, 404)
  t.equal((await patch(url, half.length, rest)).status, 404)
  t.equal((await send('DELETE', url, { 'tus-resumable': '1.0.0' })).status, 404)
})
