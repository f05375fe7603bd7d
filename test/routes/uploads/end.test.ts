import { randomBytes } from 'node:crypto'
import { addAsset, NOBODYS_ID } from '../../helper/items.js'
import { readUntil, filesIn, onOneWithMedia, settledMedia } from '../../helper/media/world.js'
import { askForUrl, inOneService, listen, patient, pieceHeaders } from '../../helper/sending.js'

const bytes = randomBytes(300_000)
const onService = inOneService()

onService('A URL without a valid signature is refused with an empty 403, whatever the method', async (t, world) => {
  const { send } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const other = await askForUrl(world.admin, id, { size: bytes.length })
  const [path] = url.split('?')
  const wrong = [path!, `${path}?signature=`, `${path}?signature=a&signature=b`, `${url}x`, url.slice(0, -1),
    `${path}?${other.split('?')[1]}`, url.replace(/[\w-]{36}/, NOBODYS_ID), '/uploads/1?signature=1']
  for (const each of wrong) {
    for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const { status, text } = await send(method, each)
      t.same([status, text], [403, ''], `${method} ${each}`)
    }
  }
  t.equal((await send('HEAD', url)).status, 200)
})

onService('An upload without progress for a day is refused with 403, and removed with its bytes', async (t, world) => {
  const { send, head, patch } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const finished = await askForUrl(world.admin, id, { size: 4 })
  await patch(url, 0, bytes.subarray(0, 10))
  await send('PUT', finished, {}, Buffer.from('done'))
  await settledMedia(world.admin, id)
  const { accountId } = world.adminCaller
  await world.app.transact(world.adminCaller, async (tx) => {
    await tx.prisma.upload.updateMany({ where: { accountId }, data: { expiresAt: new Date(tx.time.getTime() - 1000) } })
  })
  for (const each of [url, finished]) {
    for (const answer of [await head(each), await patch(each, 10, bytes.subarray(10)), await send('DELETE', each)]) {
      t.same([answer.status, answer.text], [403, ''])
    }
  }
  t.equal((await filesIn(world)).incoming.length, 1)
  await world.app.media.uploads.clean(new AbortController().signal, () => {})
  t.equal(await world.app.database.reads.prisma.upload.count({ where: { accountId } }), 0)
  t.same((await filesIn(world)).incoming, [])
  t.equal((await head(url)).status, 403)
})

onService('The uploads of an asset that is deleted for good end, also while bytes arrive', async (t, world) => {
  const { head, patch, beginPiece } = await listen(world)
  const { id } = await addAsset(world.admin)
  const before = await filesIn(world)
  const resting = await askForUrl(world.admin, id, { size: 20 })
  const running = await askForUrl(world.admin, id, { size: bytes.length })
  await patch(resting, 0, bytes.subarray(0, 10))
  const { answered } = await beginPiece(running, bytes.length, bytes.subarray(0, 1000))
  await world.admin.delete(`assets/${id}`)
  t.equal((await head(resting)).status, 404)
  t.equal((await patch(resting, 10, bytes.subarray(0, 10))).status, 404)
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
  t.equal(await answered, 404)
  t.same(await filesIn(world), before)
})

onService('A sender that stops gets 408, and the received bytes stay', async (t, world) => {
  const { offsetOf, begin } = await listen(world)
  const { id } = await addAsset(world.admin)
  const { sent, stored, left } = await readUntil(async () => {
    const url = await askForUrl(world.admin, id, { size: bytes.length })
    const { request, answered, isAnswered } = begin('PATCH', url, { ...pieceHeaders(0), 'content-length': bytes.length })
    let sent = 0
    let stored = 0
    // A slow machine may be given up before its first bytes are stored.
    while (stored === 0 && !isAnswered()) {
      request.write(bytes.subarray(sent, sent += 100))
      stored = await offsetOf(url)
    }
    return { sent, stored, status: await answered, left: await offsetOf(url) }
  }, ({ stored, status }) => stored > 0 && status === 408)
  t.ok(left >= stored && left <= sent, `${left} of ${stored} to ${sent} bytes`)
}, { MEDIA_TIMEOUT: '1' })

onOneWithMedia('A service that stops answers an upload with 503, and the received bytes stay', async (t, world) => {
  const { offsetOf, beginPiece } = await listen(world)
  const { id } = await addAsset(world.admin)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const { answered } = await beginPiece(url, bytes.length, bytes.subarray(0, 1000))
  world.app.media.uploads.stop()
  t.equal(await answered, 503)
  t.equal(await offsetOf(url), 1000)
}, patient.environment, { patience: patient.patience })
