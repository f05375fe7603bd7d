import { randomBytes } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/basics/units.js'
import { dialects, type Client, type World } from '../../helper/app.js'
import { attachmentsOf, attachReady, beginAttachment } from '../../helper/attachments.js'
import { addItemTo, addProject, eventsOf, itemPaths, succeed } from '../../helper/items.js'
import { attach, filesIn, mediaOf, pathOf, readUntil, settledMedia } from '../../helper/media/world.js'
import { startSender } from '../../helper/media/sender.js'
import { askForUrl, inOneService, listen } from '../../helper/sending.js'

const bytes = randomBytes(100_000)
const onService = inOneService(dialects)
const DISABLED = 'The user who attached the file is disabled'
const REFUSED = { status: 403, body: { error: 'Your role does not allow this' } }

async function askForUrls<const Sizes extends readonly number[]> (client: Client, assetId: string, sizes: Sizes) {
  const urls: string[] = []
  for (const size of sizes) urls.push(await askForUrl(client, assetId, { size }))
  return urls as { [Index in keyof Sizes]: string }
}

/** Disables a user as a process of the version before does: nothing else ends. */
const disableAlone = ({ app, adminCaller }: World, id: number) => app.transact(adminCaller, (tx) =>
  tx.prisma.user.update({ where: { id }, data: { disabledAt: tx.time } }))

/** A Member of a project with an asset, and ways to take the right away. */
async function addMember ({ admin, addUser }: World) {
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const user = await addUser({ access: 'projects' })
  const members = `projects/${project.id}/members`
  await succeed(admin.post(members, { user_id: user.id, role: 'Member' }))
  return {
    user,
    project,
    asset,
    becomeViewer: () => succeed(admin.put(members, { user_id: user.id, role: 'Viewer' })),
    leave: () => succeed(admin.delete(members, { user_id: user.id })),
    moveAway: () => succeed(admin.delete(`assets/${asset.id}/unassign`)),
    disable: () => succeed(admin.post(`admin/users/${user.id}`, { disabled: true }))
  }
}

onService('The last byte of who may not change the asset any more ends the upload with 404, and changes nothing', async (t, world) => {
  const { send, head, patch } = await listen(world)
  const { admin } = world
  for (const [what, takeAway] of [['a Viewer', 'becomeViewer'], ['no member', 'leave'], ['elsewhere', 'moveAway']] as const) {
    const { user, asset, [takeAway]: lose } = await addMember(world)
    const old = await askForUrl(admin, asset.id, { size: 3, filename: 'old.bin' })
    await send('PUT', old, {}, Buffer.from('old'))
    await settledMedia(admin, asset.id)
    const before = await filesIn(world)
    const [whole, piece, empty] = await askForUrls(user.client, asset.id, [3, 20, 0])
    t.equal((await patch(piece, 0, bytes.subarray(0, 10))).status, 204)
    await lose()
    const events = await eventsOf(admin, 'assets', asset.id)
    t.equal((await send('PUT', whole, {}, Buffer.from('new'))).status, 404, what)
    t.equal((await patch(piece, 10, bytes.subarray(10, 20))).status, 404, what)
    t.equal((await send('PUT', empty, {}, Buffer.alloc(0))).status, 404, what)
    for (const url of [whole, piece, empty]) t.equal((await head(url)).status, 404, what)
    t.match(await mediaOf(admin, asset.id), [{ filename: 'old.bin', status: 'ready' }])
    t.strictSame(await eventsOf(admin, 'assets', asset.id), events)
    await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === before.incoming.length)
  }
})

for (const path of itemPaths) {
  onService(`Who has become a Viewer finishes, places and renames no attachment of ${path}`, async (t, world) => {
    const { send } = await listen(world)
    const { admin } = world
    const { user, project, asset, becomeViewer } = await addMember(world)
    const item = `${path}/${path === 'projects' ? project.id : asset.id}`
    const [free, placed] = [await attachReady(world, user.client, item), await attachReady(world, user.client, item)]
    const { comment: said } = await succeed(user.client.post(`${item}/comments`, {
      text: 'Mine', attachment_ids: [placed.id]
    }))
    const pending = await beginAttachment(user.client, item)
    const onComment = await beginAttachment(user.client, item)
    await succeed(user.client.post(`${item}/comments`, { text: 'Soon', attachment_ids: [onComment.attachment.id] }))
    await becomeViewer()
    for (const { upload } of [pending, onComment]) {
      t.equal((await send('PUT', pathOf(upload.url), {}, Buffer.from('file'))).status, 404)
    }
    t.strictSame((await attachmentsOf(admin, item)).map(({ id }) => id), [placed.id, free.id], 'what was pending is gone')
    const { comments: before } = await succeed(admin.get(`${item}/comments`))
    t.match(await user.client.post(`${item}/comments`, { text: 'Look', attachment_ids: [free.id] }), REFUSED)
    t.strictSame((await succeed(admin.get(`${item}/comments`))).comments.length, before.length)
    for (const { id } of [free, placed]) {
      t.match(await user.client.post(`${item}/attachments/${id}`, { filename: 'other.pdf' }), REFUSED)
    }
    await succeed(user.client.post(`${item}/comments`, { text: 'Words alone' }))
    await succeed(user.client.post(`${item}/comments/${said.id}`, { text: 'Still mine' }))
    await succeed(user.client.delete(`${item}/comments/${said.id}`))
  })
}

onService('The uploads of a disabled user end at once, also while bytes arrive, with what was pending', async (t, world) => {
  const { send, head, patch, beginPiece } = await listen(world)
  const { admin } = world
  const { user, asset, disable } = await addMember(world)
  const before = await filesIn(world)
  const [resting, running, unsent] = await askForUrls(user.client, asset.id, [20, bytes.length, 3])
  const others = await askForUrl(admin, asset.id, { size: 3, filename: 'theirs.bin' })
  const { upload } = await beginAttachment(user.client, `assets/${asset.id}`)
  await patch(resting, 0, bytes.subarray(0, 10))
  const { answered } = await beginPiece(running, bytes.length, bytes.subarray(0, 1000))
  await disable()
  t.equal(await answered, 404)
  for (const url of [resting, running, unsent, pathOf(upload.url)]) {
    t.equal((await head(url)).status, 404)
    t.equal((await send('PUT', url, {}, Buffer.from('new'))).status, 404)
  }
  t.strictSame(await attachmentsOf(admin, `assets/${asset.id}`), [])
  t.strictSame(await mediaOf(admin, asset.id), [])
  await world.app.media.uploads.clean(new AbortController().signal, () => {})
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === before.incoming.length)
  t.equal((await send('PUT', others, {}, Buffer.from('all'))).status, 200, 'others go on')
  t.match(await settledMedia(admin, asset.id), [{ filename: 'theirs.bin', status: 'ready' }])
})

onService('An upload that a version before has left to a disabled user ends with the next piece', async (t, world) => {
  const { send, head } = await listen(world)
  const { user, asset } = await addMember(world)
  const [piece, whole] = await askForUrls(user.client, asset.id, [20, 3])
  const { upload } = await beginAttachment(user.client, `assets/${asset.id}`)
  await disableAlone(world, user.id)
  for (const url of [piece, whole, pathOf(upload.url)]) {
    t.equal((await send('PUT', url, {}, Buffer.from('new'))).status, 404)
    t.equal((await head(url)).status, 404)
  }
  t.strictSame(await attachmentsOf(world.admin, `assets/${asset.id}`), [])
})

onService('A file by URL is not fetched on when its user is disabled, and fails', async (t, world) => {
  const { admin } = world
  const { user, asset, disable } = await addMember(world)
  const before = await filesIn(world)
  const beats: NodeJS.Timeout[] = []
  t.teardown(() => { for (const beat of beats) clearInterval(beat) })
  const sender = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 10_000_000, etag: '"1"' })
    beats.push(setInterval(() => response.write(bytes.subarray(0, 1000)), 20))
  })
  await attach(user.client, asset.id, `${sender.url}/slow.bin`, 'slow.bin')
  await readUntil(() => mediaOf(admin, asset.id), ([file]) => file!.progress > 0)
  await disable()
  const [file] = await settledMedia(admin, asset.id)
  t.match(file, { status: 'failed', error: DISABLED })
  t.equal(sender.requests.length, 1)
  t.equal((await eventsOf(admin, 'assets', asset.id))[0], 'ASSET_UPDATED_INGEST')
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === before.incoming.length)

  await succeed(admin.post(`admin/users/${user.id}`, { disabled: false }))
  await disableAlone(world, user.id)
  const { asset: other } = await succeed(admin.post('assets', { title: 'Other' }))
  await world.app.transact(world.adminCaller, async (tx) => {
    await tx.prisma.mediaFile.create({
      data: {
        id: other.id,
        accountId: world.adminCaller.accountId,
        assetId: other.id,
        userId: user.id,
        filename: 'late.bin',
        sourceUrl: `${sender.url}/late.bin`,
        status: 'pending',
        createdAt: tx.time,
        dueAt: tx.time
      }
    })
    tx.wake('media-ingest')
  })
  t.match(await settledMedia(admin, other.id), [{ status: 'failed', error: DISABLED }])
  t.equal(sender.requests.length, 1, 'nobody was asked for it')
})

onService('An upload ends a day after its last byte, and seven days after it was asked for at most', async (t, world) => {
  const { head, patch, send } = await listen(world)
  const { app, admin, adminCaller } = world
  const { asset } = await succeed(admin.post('assets', { title: 'Slow' }))
  const url = await askForUrl(admin, asset.id, { size: 100 })
  const id = /uploads\/([\w-]+)/.exec(url)![1]!
  const row = async () => (await app.database.reads.prisma.upload.findUnique({ where: { id } }))!
  const setBack = (ages: { createdAt: number, expiresAt: number }) => app.transact(adminCaller, (tx) => {
    const at = (ms: number) => new Date(tx.time.getTime() + ms)
    return tx.prisma.upload.update({
      where: { id }, data: { createdAt: at(-ages.createdAt), expiresAt: at(ages.expiresAt) }
    })
  })
  const leftMs = async () => (await row()).expiresAt.getTime() - Date.now()
  await setBack({ createdAt: DAY_MS, expiresAt: HOUR_MS })
  t.equal((await patch(url, 0, new Uint8Array())).status, 204)
  t.equal((await head(url)).status, 200)
  t.ok(await leftMs() <= HOUR_MS, 'only a byte keeps it')
  t.equal((await patch(url, 0, Buffer.from('a'))).status, 204)
  t.ok(await leftMs() > DAY_MS - 10 * MINUTE_MS)
  await setBack({ createdAt: 7 * DAY_MS - HOUR_MS, expiresAt: HOUR_MS / 2 })
  const answer = await patch(url, 1, Buffer.from('b'))
  t.equal(answer.status, 204)
  const { createdAt, expiresAt } = await row()
  t.equal(expiresAt.getTime(), createdAt.getTime() + 7 * DAY_MS)
  const shown = Date.parse(answer.headers.get('upload-expires')!)
  t.ok(Math.abs(shown - expiresAt.getTime()) < SECOND_MS)
  await setBack({ createdAt: 7 * DAY_MS + SECOND_MS, expiresAt: DAY_MS })
  const piece = await patch(url, 2, Buffer.from('c'))
  const whole = await send('PUT', url, {}, bytes.subarray(0, 100))
  for (const refused of [await head(url), piece, whole]) {
    t.same([refused.status, refused.text], [403, ''], 'one of the version before, too')
  }
})
