import { createHash } from 'node:crypto'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import type { World } from '#test/helper/app.js'
import { checkEvent } from '#test/helper/conformance.js'
import { addAsset, addProject, historyOf, itemPaths, MILLISECONDS, namesOf, succeed } from '#test/helper/items.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'
import { addWebhook } from '#test/helper/webhooks.js'
import { filesIn, pathOf, readUntil } from '../../../../helper/media/world.js'
import { attachmentsOf, attachReady, beginAttachment, onBothWithAttachments, sendFile } from '../../../../helper/attachments.js'

const onBothDatabases = onBothWithAttachments()

const add = { assets: addAsset, projects: addProject }

/** The kinds of events of attachments in the history of an item, the oldest first. */
async function eventsOf ({ admin }: World, path: 'assets' | 'projects', id: string): Promise<any[]> {
  return (await historyOf(admin, path, id)).filter(({ event }) => event.includes('ATTACHMENT')).reverse()
}

for (const path of itemPaths) {
  const { single, target, event } = namesOf[path]

  onBothDatabases(`A file is attached to ${path} by an upload, listed, changed, downloaded and removed`, async (t, world) => {
    const { admin, adminCaller } = world
    const item = await add[path](admin)
    const base = `${path}/${item.id}`
    const receiver = await startReceiver(t)
    await addWebhook(admin, {
      http_url: receiver.url, trigger_events: [`${event}_ADDED_ATTACHMENT`, `${event}_REMOVED_ATTACHMENT`]
    })
    const bytes = Buffer.from('call at seven')
    const before = await admin.get(base)
    const { attachment, upload } = await beginAttachment(admin, base, { size: bytes.length, description: 'Day 3' })
    const shown = {
      id: attachment.id,
      filename: 'call-sheet.pdf',
      description: 'Day 3',
      content_type: 'application/pdf',
      size: bytes.length,
      checksum: null,
      status: 'pending',
      user_id: adminCaller.userId,
      comment_id: null,
      created_at: attachment.created_at,
      download_url: null,
      download_url_expires_at: null
    }
    t.strictSame(attachment, shown)
    t.type(attachment.id, 'number')
    t.match(attachment.created_at, MILLISECONDS)
    t.strictSame(Object.keys(upload).sort(), ['expires_at', 'id', 'url'])
    t.strictSame(await attachmentsOf(admin, base), [shown])
    t.strictSame(await eventsOf(world, path, item.id), [], 'nothing is there yet')

    const sent = await sendFile(world, upload, bytes)
    t.strictSame([sent.statusCode, sent.json()], [200, { ok: 'File received' }])
    const [ready] = await readUntil(() => attachmentsOf(admin, base), ([first]) => first.status === 'ready')
    const checksum = { algorithm: 'sha256', value: createHash('sha256').update(bytes).digest('hex') }
    const withoutUrl = { ...shown, checksum, status: 'ready' }
    t.match(ready, { download_url: String, download_url_expires_at: MILLISECONDS })
    t.strictSame({ ...ready, download_url: null, download_url_expires_at: null }, withoutUrl)
    const file = await world.app.inject(pathOf(ready.download_url))
    t.same([file.statusCode, file.body], [200, String(bytes)])
    t.match(file.headers['content-disposition'], /^attachment; filename="?call-sheet.pdf/)

    const changed = await succeed(admin.post(`${base}/attachments/${attachment.id}`, { filename: 'sheet.txt', description: '' }))
    t.match(changed.attachment, { filename: 'sheet.txt', description: '', status: 'ready', content_type: 'application/pdf' })
    const again = await world.app.inject(pathOf(changed.attachment.download_url))
    t.match(again.headers['content-disposition'], /sheet\.txt/)

    const newer = await attachReady(world, admin, base, { filename: 'b.txt' })
    t.same((await attachmentsOf(admin, base)).map(({ id }) => id), [newer.id, attachment.id], 'the newest first')
    t.strictSame(await succeed(admin.delete(`${base}/attachments/${attachment.id}`)), { ok: 'Attachment removed' })
    t.same((await attachmentsOf(admin, base)).map(({ id }) => id), [newer.id])
    t.equal((await world.app.inject(pathOf(ready.download_url))).statusCode, 404)
    const missing = await admin.delete(`${base}/attachments/${attachment.id}`)
    t.strictSame([missing.status, missing.body], [404, { error: 'Attachment not found' }])

    const after = await admin.get(base)
    t.strictSame([after.headers.etag, after.body], [before.headers.etag, before.body], 'attachments do not change the item')
    const targets = (id: number) => ({ [target]: item.id, attachment_id: id })
    t.match(await eventsOf(world, path, item.id), [
      { event: `${event}_ADDED_ATTACHMENT`, targets: targets(attachment.id), user_id: adminCaller.userId, severity: 1 },
      { event: `${event}_ADDED_ATTACHMENT`, targets: targets(newer.id) },
      { event: `${event}_REMOVED_ATTACHMENT`, targets: targets(attachment.id), severity: 2 }
    ])
    t.equal((await eventsOf(world, path, item.id)).length, 3, 'a change is no event')
    await eventually('three deliveries', () => receiver.received.length === 3)
    const [first, , last] = receiver.received.map(({ body }) => body)
    for (const { body } of receiver.received) checkEvent(world.app, body)
    t.strictSame(first.targets, targets(attachment.id))
    t.strictSame(first.data.attachment, withoutUrl)
    t.equal(first.data[single].id, item.id)
    t.strictSame(last.data.attachment, { ...withoutUrl, filename: 'sheet.txt', description: '' })
  })
}

onBothDatabases('An attachment whose upload is cancelled, or has expired, is gone without an event', async (t, world) => {
  const { admin, adminCaller: { accountId }, app } = world
  const { id } = await addAsset(admin)
  const cancelled = await beginAttachment(admin, `assets/${id}`)
  const expired = await beginAttachment(admin, `assets/${id}`)
  const removed = await beginAttachment(admin, `assets/${id}`)
  const kept = await attachReady(world, admin, `assets/${id}`)
  t.equal((await app.inject({ method: 'DELETE', url: pathOf(cancelled.upload.url) })).statusCode, 204)
  await succeed(admin.delete(`assets/${id}/attachments/${removed.attachment.id}`))
  t.equal((await sendFile(world, removed.upload, Buffer.from('late'))).statusCode, 404)
  await app.transact(world.adminCaller, async (tx) => {
    await tx.prisma.upload.updateMany({ where: { accountId }, data: { expiresAt: new Date(tx.time.getTime() - 1000) } })
  })
  t.equal((await sendFile(world, expired.upload, Buffer.from('late'))).statusCode, 403)
  await app.media.uploads.clean(new AbortController().signal, () => {})
  t.same((await attachmentsOf(admin, `assets/${id}`)).map((each) => each.id), [kept.id])
  t.equal(await app.database.reads.prisma.mediaFile.count({ where: { accountId } }), 1)
  t.same((await eventsOf(world, 'assets', id)).map(({ event }) => event), ['ASSET_ADDED_ATTACHMENT'])
})

onBothDatabases('An item has at most 100 attachments, pending ones too, also if two are added at once', async (t, world) => {
  const { admin } = world
  const { id } = await addProject(admin)
  for (let count = 0; count < 99; count++) await beginAttachment(admin, `projects/${id}`)
  const body = { filename: 'last.pdf', size: 1 }
  const both = await Promise.all([1, 2].map(() => admin.post(`projects/${id}/attachments`, body)))
  const refused = both.filter((answer) => answer.body.error !== undefined)
  t.strictSame(refused.map(({ status, body }) => [status, body]), [[200, { error: 'Must not have more than 100 attachments' }]])
  t.equal((await attachmentsOf(admin, `projects/${id}`)).length, 100)
  const page = await admin.get(`projects/${id}/attachments?limit=60`)
  t.equal(page.body.attachments.length, 60)
  const next = /^<\/api\/v2\/(.*)>; rel="next"$/.exec(String(page.headers.link))![1]!
  const rest = await admin.get(next)
  t.equal(rest.body.attachments.length, 40)
  t.ok(rest.body.attachments[0].id < page.body.attachments[59].id)
})

onBothDatabases('An empty file, a name with folders, markup and pictures are taken, and only pictures are shown', async (t, world) => {
  const { admin, app } = world
  const { id } = await addAsset(admin)
  const download = async (sent: object, bytes: Uint8Array) => {
    const attachment = await attachReady(world, admin, `assets/${id}`, sent, bytes)
    const { statusCode, headers, rawPayload } = await app.inject(pathOf(attachment.download_url))
    t.same([statusCode, rawPayload], [200, Buffer.from(bytes)])
    return { attachment, type: headers['content-type'], disposition: String(headers['content-disposition']), headers }
  }
  const empty = await download({ filename: 'empty.txt' }, Buffer.alloc(0))
  t.equal(empty.attachment.size, 0)
  const climbing = await download({ filename: '../x' }, Buffer.from('up'))
  t.equal(climbing.attachment.filename, '../x')
  t.match(climbing.disposition, /^attachment; filename="?x"?$/)
  const script = Buffer.from('<script>alert(1)</script>')
  for (const filename of ['page.html', 'drawing.svg', 'page.xhtml']) {
    const { type, disposition } = await download({ filename }, script)
    t.same([type, disposition.split(';')[0]], ['application/octet-stream', 'attachment'], filename)
  }
  for (const filename of ['a.pdf', 'a.mov', 'a.mp3', 'a.txt']) {
    t.match((await download({ filename }, script)).disposition, /^attachment/, filename)
  }
  const picture = await download({ filename: 'still.png', content_type: 'image/png' }, Buffer.from('png'))
  t.same([picture.type, picture.disposition.split(';')[0]], ['image/png', 'inline'])
  t.match(picture.headers, { 'content-security-policy': /sandbox/, 'x-content-type-options': 'nosniff' })
})

onBothDatabases('What is sent is checked as for every upload', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const refusal = async (body: object, path = `assets/${id}/attachments`) => {
    const answer = await admin.post(path, body)
    return [answer.status, answer.body.error]
  }
  const tooLarge = 20 * 1024 ** 3 + 1
  const sizeRule = `Must be a Integer from 0 to ${20 * 1024 ** 3}`
  t.same(await refusal({ size: 1 }), [422, 'Missing parameter filename'])
  t.same(await refusal({ filename: 'x' }), [422, 'Missing parameter size'])
  t.same(await refusal({ filename: 'x', size: tooLarge }), [422, `Invalid parameter 'size' value ${tooLarge}: ${sizeRule}`])
  t.same(await refusal({ filename: 'x', size: -1 }), [422, `Invalid parameter 'size' value -1: ${sizeRule}`])
  t.same(await refusal({ filename: 'x', size: 1, sha256: 'abc' }),
    [422, "Invalid parameter 'sha256' value \"abc\": Must be a SHA-256 in hexadecimal"])
  t.same(await refusal({ filename: 'x', size: 1, comment_id: 1 }), [422, "Unknown parameter 'comment_id'"])
  t.match(await refusal({ filename: 'x', size: 1, description: 'x'.repeat(100_001) }),
    [422, /Must be a String of at most 100000 characters$/])
  await beginAttachment(admin, `assets/${id}`, { size: 20 * 1024 ** 3, description: 'x'.repeat(100_000) })
  const wrong = await beginAttachment(admin, `assets/${id}`, { sha256: '0'.repeat(64) })
  const sent = await sendFile(world, wrong.upload, Buffer.from('file'))
  t.same([sent.statusCode, sent.json()], [422, { error: 'Checksum does not match' }])
  t.equal((await sendFile(world, wrong.upload, Buffer.from('files'))).json().error, 'Must have 4 bytes')
  const bulk = await succeed(admin.post('bulk', {
    operations: [{ method: 'POST', path: `/api/v2/assets/${id}/attachments`, body: { filename: 'x', size: 1 } }]
  }))
  t.match(bulk.results, [{ status: 422, body: { error: 'Not possible in a bulk' } }])
  t.equal((await attachmentsOf(admin, `assets/${id}`))[1].description.length, 100_000)
})

onBothDatabases('A repeated request gets the same attachment, without the URL of its upload', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const body = { filename: 'a.pdf', size: 1 }
  const send = () => admin.send('POST', `assets/${id}/attachments`, JSON.stringify(body), {
    'content-type': 'application/json', 'idempotency-key': 'once'
  })
  const [first, second] = [await succeed(send()), await succeed(send())]
  t.type(first.upload.url, 'string')
  const { url: _url, ...upload } = first.upload
  t.strictSame(second, { ...first, upload })
  t.equal((await attachmentsOf(admin, `assets/${id}`)).length, 1)
})

onBothDatabases('Bytes of attachments count to the account until they are removed, and are verified', async (t, world) => {
  const { admin, adminCaller: { accountId }, app, config } = world
  const { id } = await addAsset(admin)
  const usage = async () =>
    Number((await app.database.reads.prisma.mediaUsage.findUnique({ where: { accountId } }))?.bytes ?? 0)
  const bytes = Buffer.from(`bytes of account ${accountId}`)
  const attachment = await attachReady(world, admin, `assets/${id}`, {}, bytes)
  t.equal(await usage(), bytes.length)
  const verify = () => verifyMedia({ database: app.database, storage: openStorage(config) })
  const before = await verify()
  t.same([before.missing, before.damaged, before.orphaned], [[], [], []])
  const { objects } = await filesIn(world)
  const sum = attachment.checksum.value
  t.ok(objects.some((name) => name.includes(sum)))
  await succeed(admin.delete(`assets/${id}/attachments/${attachment.id}`))
  t.equal(await usage(), 0)
  await readUntil(() => filesIn(world), (files) => !files.objects.some((name) => name.includes(sum)))
  t.same((await verify()).orphaned, [])
})

onBothDatabases('Attachments go with an item that is deleted for good, and no file or upload stays', async (t, world) => {
  const { admin, adminCaller: { accountId }, app } = world
  for (const path of itemPaths) {
    const { id } = await add[path](admin)
    const ready = await attachReady(world, admin, `${path}/${id}`, {}, Buffer.from(`of ${id}`))
    const { upload } = await beginAttachment(admin, `${path}/${id}`)
    await succeed(admin.post(`${path}/${id}/trash_bin`))
    const inTrash = await attachReady(world, admin, `${path}/${id}`)
    t.equal(inTrash.status, 'ready', 'a trashed item takes attachments')
    await succeed(admin.delete(`${path}/${id}`))
    t.equal((await sendFile(world, upload, Buffer.from('late'))).statusCode, 404)
    t.equal((await app.inject(pathOf(ready.download_url))).statusCode, 404)
  }
  const { prisma } = app.database.reads
  t.equal(await prisma.attachment.count({ where: { accountId } }), 0)
  t.equal(await prisma.mediaFile.count({ where: { accountId } }), 0)
  t.equal(Number((await prisma.mediaUsage.findUnique({ where: { accountId } }))!.bytes), 0)
})

onBothDatabases('Lines of exports have the attachments without URLs, those of changes have none', async (t, world) => {
  const { admin } = world
  const asset = await addAsset(admin)
  const project = await addProject(admin)
  const bare = await addAsset(admin)
  for (const base of [`assets/${asset.id}`, `projects/${project.id}`]) {
    await attachReady(world, admin, base, { description: 'x'.repeat(9000) })
    await beginAttachment(admin, base)
  }
  const lines = (await admin.get('export')).text.trim().split('\n').map((line) => JSON.parse(line))
  const lineOf = (id: string) => lines.find((line) => (line.asset ?? line.project).id === id)
  for (const [id, base] of [[asset.id, `assets/${asset.id}`], [project.id, `projects/${project.id}`]]) {
    const listed = await attachmentsOf(admin, base)
    t.strictSame(lineOf(id).attachments, listed.map((each) =>
      ({ ...each, download_url: null, download_url_expires_at: null })))
  }
  t.strictSame(lineOf(bare.id).attachments, [])
  const { changes } = await succeed(admin.get('changes?include=item&event=ASSET_ADDED_ATTACHMENT'))
  t.notOk('attachments' in changes[0].item)
  const imported = await admin.send('POST', 'imports?key=id&dry_run=true', JSON.stringify(lineOf(asset.id)), {
    'content-type': 'application/x-ndjson'
  })
  t.equal(imported.status, 200)
})
