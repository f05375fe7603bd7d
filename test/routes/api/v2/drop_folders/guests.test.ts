import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { HOUR_MS, MINUTE_MS } from '#src/basics/units.js'
import { createWorld, dialects, type World } from '#test/helper/app.js'
import { addSending, announce, letRest } from '#test/helper/drop-folders.js'
import { fillTable } from '#test/helper/fill.js'
import { historyOf, succeed } from '#test/helper/items.js'
import { createGuest } from '#test/helper/links.js'
import { inOneAppWithMedia, mediaSettings, pathOf } from '#test/helper/media/world.js'

const onBothDatabases = inOneAppWithMedia()
const missing = { error: 'Link not found' }
const PATIENCE_MS = 60_000

const full = (left: number, what = 'files') => ({ error: `This link takes at most ${left} more ${what}` })

/** Sends bytes to the URL of an upload. */
async function send (
  { app }: Pick<World, 'app'>, url: string, bytes: string, offset: number | null = null
): Promise<{ statusCode: number, headers: Record<string, unknown>, body: string }> {
  const tus = { 'tus-resumable': '1.0.0', 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return app.inject({
    method: offset === null ? 'PUT' : 'PATCH', url: pathOf(url), payload: bytes, ...offset !== null && { headers: tus }
  })
}

async function stateOf ({ app }: Pick<World, 'app'>, url: string) {
  const { statusCode, headers } = await app.inject({ method: 'HEAD', url: pathOf(url) })
  return [statusCode, headers['upload-offset']]
}

for (const dialect of dialects) {
  t.test(`What a guest sends comes in by the name of the guest, and is seen by no guest (${dialect})`, async (t) => {
    const world = await createWorld(t, dialect, { ...mediaSettings(t), JOBS: 'on', MEDIA_ANALYSIS_PARALLEL: '0', MEDIA_MAX_BYTES: '1000' })
    const { admin } = world
    const { link, path, guest } = await addSending(world, { folder: { subfolders: 'create' } })
    const { upload } = await succeed(announce(guest, { name: '  Ann  ', path: 'Day 1/clip.txt', modified_at: '2026-01-01T00:00:00Z' }))
    t.strictSame(Object.keys(upload), ['id', 'url', 'expires_at'])
    t.match((await succeed(guest.get('shared'))).link, { files_left: 999 })
    t.match(await send(world, upload.url, 'on', 0), { statusCode: 204 })
    t.strictSame(await stateOf(world, upload.url), [200, '2'])
    t.match(await send(world, upload.url, 'e', 2), { statusCode: 204 })
    const same = (await succeed(announce(guest, { path: 'Day 1/clip.txt', modified_at: '2026-01-01T00:00:00Z' }))).upload
    t.not(same.id, upload.id, 'also for what is in')
    t.match(await send(world, same.url, 'two'), { statusCode: 200 })
    const arrivals = await until(async () => (await succeed(admin.get(`${path}/arrivals`))).arrivals,
      (all) => all.length === 2 && all.every(({ status }: any) => status === 'done'))
    t.match(arrivals, [{ path: 'Day 1/clip.txt', guest: 'Ann' }, { path: 'Day 1/clip.txt', guest: 'Ann' }])
    t.not(arrivals[0].asset_id, arrivals[1].asset_id, 'nothing is overwritten')
    for (const event of await historyOf(admin, 'assets', arrivals[0].asset_id)) {
      t.match(event, { user_id: 0, targets: { link_id: link.id } }, event.event)
    }
    t.strictSame(await succeed(guest.get('shared/assets')), { assets: [] })
    t.strictSame((await guest.get(`shared/assets/${arrivals[0].asset_id}`)).body, { error: 'asset not found' })
    const { error } = (await announce(guest, { size: 1001 })).body
    t.equal(error, "Invalid parameter 'size' value 1001: Must be a Integer from 0 to 1000")
    for (const bad of ['../x.txt', '/etc/x.txt', '.hidden', 'x.part']) t.equal((await announce(guest, { path: bad })).status, 422, bad)
    t.equal((await announce(guest, { name: '' })).status, 422)
    await succeed(admin.post(path, { paused: true }))
    t.strictSame((await announce(guest)).body, { error: 'Drop folder is paused' })
  })

  t.test(`After 100 new projects, files of guests come into the drop folder's project (${dialect})`, async (t) => {
    const world = await createWorld(t, dialect, { ...mediaSettings(t), JOBS: 'on', MEDIA_ANALYSIS_PARALLEL: '0' })
    const { app, admin, adminCaller } = world
    const { project } = await succeed(admin.post('projects', { title: 'Inbox' }))
    const { link, path, guest } = await addSending(world, { folder: { subfolders: 'create', project_id: project.id } })
    await app.transact(adminCaller, async ({ prisma }) => {
      await prisma.link.updateMany({ where: { id: link.id }, data: { projects: 99 } })
    })
    for (const [index, folder] of ['A', 'B/C', 'A'].entries()) {
      const { upload } = await succeed(announce(guest, { path: `${folder}/${index}.txt` }))
      t.match(await send(world, upload.url, `${index}00`), { statusCode: 200 })
      await until(async () => (await succeed(admin.get(`${path}/arrivals`))).arrivals,
        (all) => all.filter(({ status }: any) => status === 'done').length === index + 1)
    }
    const { assets } = await succeed(admin.get(`projects/${project.id}/assets`))
    t.strictSame(assets.map(({ title }: any) => title), ['1.txt'])
    const { results } = await succeed(admin.get('search?type=project'))
    t.strictSame(results.map(({ project: { title } }: any) => title).sort(), ['A', 'Inbox'])
  })
}

async function until<Value> (read: () => Promise<Value>, isExpected: (value: Value) => boolean): Promise<Value> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const value = await read()
    if (isExpected(value)) return value
    if (Date.now() > end) throw new Error(`It is ${JSON.stringify(value)}`)
  }
}

onBothDatabases('An upload counts until it is cancelled, or has got no byte for an hour', async (t, world) => {
  const { app } = world
  const { guest, link } = await addSending(world, { link: { files: 2, bytes: 10 } })
  const first = (await succeed(announce(guest, { size: 4 }))).upload
  t.strictSame((await announce(guest, { size: 7 })).body, full(6, 'bytes'))
  const second = (await succeed(announce(guest, { size: 6 }))).upload
  t.strictSame((await announce(guest, { size: 0 })).body, full(0))
  t.match((await succeed(guest.get('shared'))).link, { files_left: 0, bytes_left: 0 })

  await app.inject({ method: 'DELETE', url: pathOf(second.url) })
  t.match((await succeed(guest.get('shared'))).link, { files_left: 1, bytes_left: 6 })
  const third = (await succeed(announce(guest, { size: 6 }))).upload

  t.match(await send(world, first.url, 'ab', 0), { statusCode: 204 })
  await letRest(world, first.id, HOUR_MS - MINUTE_MS)
  t.strictSame((await announce(guest, { size: 1 })).body, full(0))
  await letRest(world, first.id, HOUR_MS + MINUTE_MS)
  t.match((await succeed(guest.get('shared'))).link, { files_left: 1, bytes_left: 4 })
  t.strictSame(await stateOf(world, first.url), [200, '2'], 'it may go on')
  t.match(await send(world, first.url, 'c', 2), { statusCode: 204 })
  t.strictSame((await announce(guest, { size: 1 })).body, full(0), 'and counts again')
  await letRest(world, first.id, HOUR_MS + MINUTE_MS)
  const fourth = (await succeed(announce(guest, { size: 4 }))).upload
  t.strictSame((await stateOf(world, first.url))[0], 404, 'its place was taken')

  t.match(await send(world, third.url, 'abcdef'), { statusCode: 200 })
  await letRest(world, third.id, HOUR_MS + MINUTE_MS)
  await letRest(world, fourth.id, HOUR_MS + MINUTE_MS)
  t.match((await succeed(guest.get('shared'))).link, { files_left: 1, bytes_left: 4 }, 'what has come counts for good')
  t.equal(await app.database.reads.prisma.linkUpload.count({ where: { linkId: link.id } }), 2, 'nothing is left of what has ended')
})

onBothDatabases('Twenty guests at once send never a file and never a byte more than the link allows', async (t, world) => {
  const { app } = world
  const { guest, link } = await addSending(world, { link: { files: 25, bytes: 1000 } })
  const answers = await Promise.all(Array.from({ length: 20 }, async () => {
    const got = []
    for (let index = 0; index < 3; index++) got.push(await announce(guest, { size: 10 }))
    return got
  }))
  const taken = answers.flat().filter(({ body }) => body.upload !== undefined)
  t.equal(taken.length, 25)
  const refused = answers.flat().filter((answer) => !taken.includes(answer))
  t.strictSame(refused.map(({ body }) => body), Array(35).fill(full(0)))
  t.match((await succeed(guest.get('shared'))).link, { files_left: 0, bytes_left: 750 })
  t.equal(await app.database.reads.prisma.arrival.count({ where: { linkId: link.id } }), 25)

  const other = await addSending(world, { link: { bytes: 100 } })
  const sizes = await Promise.all(Array.from({ length: 20 }, async (_, index) => {
    const size = 3 + index
    return (await announce(other.guest, { size })).body.upload === undefined ? 0 : size
  }))
  const sum = sizes.reduce((all, size) => all + size, 0)
  t.ok(sum <= 100)
  t.match((await succeed(other.guest.get('shared'))).link, { bytes_left: 100 - sum })
})

onBothDatabases('Made private or revoked, a link ends with its uploads under way; when it expires, they may end', async (t, world) => {
  const { app, admin, adminCaller } = world
  for (const how of ['private', 'revoked', 'removed', 'expired'] as const) {
    const { folder, link, path, guest } = await addSending(world)
    const begun = (await succeed(announce(guest))).upload
    const whole = (await succeed(announce(guest))).upload
    t.match(await send(world, begun.url, 'ab', 0), { statusCode: 204 })
    t.match(await send(world, whole.url, 'abc'), { statusCode: 200 })
    if (how === 'private') await succeed(admin.post(path, { public: false }))
    if (how === 'revoked') await succeed(admin.delete(`links/${link.id}`))
    if (how === 'removed') await succeed(admin.delete(path))
    if (how === 'expired') {
      await app.transact(adminCaller, async ({ prisma }) => {
        await prisma.link.updateMany({ where: { id: link.id }, data: { expiresAt: new Date(Date.now() - 1000) } })
      })
    }
    t.strictSame((await announce(guest)).body, missing, how)
    t.equal((await stateOf(world, begun.url))[0], how === 'expired' ? 200 : 404, how)
    t.equal((await send(world, begun.url, 'c', 2)).statusCode, how === 'expired' ? 204 : 404, how)
    const left = await app.database.reads.prisma.arrival.count({ where: { dropFolderId: folder.id } })
    if (how !== 'removed') t.equal(left, how === 'expired' ? 2 : 1, 'what has come whole stays')
  }
})

onBothDatabases('A guest sends with the password, and at most 600 files in an hour from one network', async (t, world) => {
  const { app, adminCaller } = world
  const password = 'four quiet river stones'
  const { link, guest } = await addSending(world, { link: { password } })
  t.equal((await announce(guest)).status, 401)
  const { token } = await succeed(guest.post('shared/password', { password }))
  const admitted = createGuest(world, token)
  await succeed(announce(admitted))
  const [row] = await app.database.reads.prisma.linkComment.findMany({ where: { linkId: link.id } })
  t.match(row, { kind: 'upload' })
  await app.transact(adminCaller, (tx) => fillTable(tx, 'link_comments', Array.from({ length: 599 }, (_, index) => ({
    id: `${link.id} ${index}`, linkId: link.id, network: row!.network, createdAt: new Date(Date.now() - MINUTE_MS), kind: 'upload'
  }))))
  const refused = await announce(admitted)
  t.strictSame([refused.status, refused.body], [429, { error: 'Too many requests' }])
  const seconds = Number(refused.headers['retry-after'])
  t.ok(seconds > 3000 && seconds <= 3540, String(seconds))
})
