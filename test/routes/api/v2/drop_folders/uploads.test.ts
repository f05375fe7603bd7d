import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { guestCaller } from '#src/core/caller.js'
import { createUnit } from '#src/core/unit.js'
import { createWorld, dialects } from '#test/helper/app.js'
import { addProject, eventsOf, readItem, succeed } from '#test/helper/items.js'
import { sha256 } from '#test/helper/media/fetching.js'
import { pathOf } from '#test/helper/media/world.js'

const PATIENCE_MS = 60_000
const FIRST = '2026-01-22T09:31:12.408Z'

async function open (t: Parameters<typeof createWorld>[0], dialect: typeof dialects[number]) {
  const world = await createWorld(t, dialect, {
    JOBS: 'on', MEDIA_DIR: t.testdir(), MEDIA_ANALYSIS_PARALLEL: '0', MEDIA_MAX_BYTES: '1000'
  })
  const { admin, app } = world
  const project = await addProject(admin)
  const add = async (body: object = {}): Promise<any> =>
    (await succeed(admin.post('drop_folders', { title: 'Sent', project_id: project.id, ...body }))).drop_folder
  const ask = async (id: number, body: object, client = admin): Promise<any> => {
    const { status, body: answer } = await client.post(`drop_folders/${id}/uploads`, { modified_at: FIRST, ...body })
    t.equal(status, 200)
    return answer
  }
  const put = async (upload: { url: string }, bytes: string) =>
    (await app.inject({ method: 'PUT', url: pathOf(upload.url), payload: bytes })).statusCode
  const list = async (id: number, client = admin): Promise<any[]> =>
    (await succeed(client.get(`drop_folders/${id}/arrivals`))).arrivals
  async function until (id: number, isExpected: (arrivals: any[]) => boolean): Promise<any[]> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const arrivals = await list(id)
      if (isExpected(arrivals)) return arrivals
      if (Date.now() > end) throw new Error(`The arrivals are ${JSON.stringify(arrivals)}`)
      await sleep(100)
    }
  }
  const send = async (id: number, path: string, bytes: string, more: object = {}): Promise<any> => {
    const { arrival, upload } = await ask(id, { path, size: bytes.length, ...more })
    if (upload !== null) t.equal(await put(upload, bytes), 200)
    return (await until(id, (all) => all.some((each) => each.id === arrival.id && each.finished_at !== null)))
      .find((each) => each.id === arrival.id)
  }
  return { ...world, project, add, ask, put, list, until, send }
}

const isOver = (count: number) => (all: any[]) => all.filter(({ finished_at: at }) => at !== null).length === count

for (const dialect of dialects) {
  t.test(`A file that is sent becomes what the rules say, and is the same when it is asked for again (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, adminCaller, project, add, ask, put, list, until, send } = world
    const folder = await add({ subfolders: 'create', tags: ['sent'], changed: 'version' })
    const file = { path: 'A001/clip.txt', size: 3 }
    const { arrival, upload } = await ask(folder.id, file)
    t.match(arrival, {
      path: 'A001/clip.txt', size: 3, status: 'arriving', progress: 0, asset_id: null, checksum: null, guest: null, finished_at: null
    })
    t.strictSame(await ask(folder.id, file), { arrival, upload }, 'asked again it is the same')
    t.equal((await list(folder.id)).length, 1)
    t.equal(await put(upload, 'one'), 200)
    const [done] = await until(folder.id, isOver(1))
    t.match(done, { id: arrival.id, status: 'done', progress: 3, error: null, checksum: { value: sha256(Buffer.from('one')) } })
    t.strictSame(await ask(folder.id, file), { arrival: done, upload: null })
    const asset = await readItem(admin, 'assets', done.asset_id)
    t.match(asset, { title: 'clip.txt', owner: adminCaller.email, tags: ['sent'], media_type: 'live' })
    t.match(await readItem(admin, 'projects', asset.project_id as string), { title: 'A001', project_id: project.id })
    t.strictSame((await eventsOf(admin, 'assets', asset.id)).reverse(), [
      'ASSET_ADDED', 'ASSET_LINKED', 'INCOMING_ASSET_ADDED_TO_DROP_FOLDER', 'ASSET_STARTED_INGEST', 'ASSET_FINISHED_INGEST'
    ])

    t.match(await send(folder.id, 'A001/other.txt', 'one'), { status: 'duplicate', asset_id: asset.id })
    const version = await send(folder.id, file.path, 'two', { modified_at: '2026-01-23T09:31:12.408Z' })
    t.match(version, { status: 'done', asset_id: asset.id, checksum: { value: sha256(Buffer.from('two')) } })
    t.equal((await succeed(admin.get(`assets/${asset.id}/versions`))).versions.length, 1)
    const other = await ask(folder.id, { ...file, sha256: sha256(Buffer.from('six')) })
    t.not(other.arrival.id, arrival.id, 'other bytes of the same size and time are another file')
    t.ok(other.upload)
    await succeed(admin.post(`drop_folders/${folder.id}`, { subfolders: 'ignore', changed: 'asset' }))
    t.not((await send(folder.id, 'A001/clip.txt', 'new!')).asset_id, asset.id)
  })

  t.test(`An upload into a drop folder is refused with words, and ends with it (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, add, ask, put, list, until, addUser, addStranger } = world
    const folder = await add({ only: ['*.mov', 'sub/*.txt'], ignore: ['no*'] })
    const path = `drop_folders/${folder.id}/uploads`
    const rule = async (body: object) => (await admin.post(path, body)).body.error
    for (const taken of ['a.txt', 'no.mov', 'no/a.mov', '.a.mov', 'a.mov.part', '.git/a.mov', '~$a.mov', `${'d/'.repeat(33)}a.mov`, '']) {
      t.match(await rule({ path: taken, size: 1 }), /Must be a path that the drop folder takes$/, taken)
    }
    for (const elsewhere of ['../a.mov', '/a.mov', 'x/../../a.mov', './a.mov', 'x//a.mov', 'x/']) {
      t.match(await rule({ path: elsewhere, size: 1 }), /Must be a relative path$/, elsewhere)
    }
    t.match(await rule({ path: `${'a/'.repeat(500)}a.mov`, size: 1 }), /of at most 1000 characters$/)
    t.match(await rule({ path: 'a\0.mov', size: 1 }), /Must be a String$/)
    t.match(await rule({ size: 1 }), /Missing parameter path/)
    t.match(await rule({ path: 'a.mov' }), /Missing parameter size/)
    t.match(await rule({ path: 'a.mov', size: 1001 }), /Must be a Integer from 0 to 1000$/)
    t.match(await rule({ path: 'a.mov', size: 1, sha256: 'x' }), /Must be a SHA-256 in hexadecimal$/)
    t.match(await rule({ path: 'a.mov', size: 1, modified_at: 'today' }), /Must be an ISO 8601 time$/)
    t.match(await rule({ path: 'a.mov', size: 1, owner: 'x' }), /'owner'/)
    t.strictSame(await list(folder.id), [])
    t.ok((await ask(folder.id, { path: `${'d/'.repeat(32)}A.MOV`, size: 1 })).upload)

    const { arrival, upload } = await ask(folder.id, { path: 'a.mov', size: 3, sha256: sha256(Buffer.from('one')) })
    t.equal(await put(upload, 'two'), 422)
    await succeed(admin.post(`drop_folders/${folder.id}`, { paused: true }))
    t.strictSame(await ask(folder.id, { path: 'b.mov', size: 3 }), { error: 'Drop folder is paused' })
    t.equal(await put(upload, 'one'), 200, 'what is under way ends')
    await until(folder.id, (all) => all.some(({ id, status }) => id === arrival.id && status === 'done'))
    await succeed(admin.post(`drop_folders/${folder.id}`, { paused: false }))

    const cancelled = await ask(folder.id, { path: 'c.mov', size: 3 })
    t.equal((await world.app.inject({
      method: 'DELETE', url: pathOf(cancelled.upload.url), headers: { 'tus-resumable': '1.0.0' }
    })).statusCode, 204)
    t.notOk((await list(folder.id)).some(({ id }) => id === cancelled.arrival.id), 'a cancelled upload leaves no arrival')

    const { id: userId, client } = await addUser({ access: 'projects' })
    const { client: stranger } = await addStranger()
    t.equal((await client.post(path, { path: 'a.mov', size: 1 })).status, 404)
    t.equal((await stranger.post(path, { path: 'a.mov', size: 1 })).status, 404)
    await succeed(admin.post(`projects/${world.project.id}/members`, { user_id: userId, role: 'Viewer' }))
    t.equal((await client.post(path, { path: 'a.mov', size: 1 })).status, 403)
    await succeed(admin.put(`projects/${world.project.id}/members`, { user_id: userId, role: 'Member' }))
    const theirs = await ask(folder.id, { path: 'd.mov', size: 3 }, client)
    t.ok(theirs.upload)
    await succeed(admin.put(`projects/${world.project.id}/members`, { user_id: userId, role: 'Viewer' }))
    t.equal(await put(theirs.upload, 'one'), 404, 'the right is asked again with the last byte')
    t.notOk((await list(folder.id)).some(({ id }) => id === theirs.arrival.id))

    const last = await ask(folder.id, { path: 'e.mov', size: 3 })
    await succeed(admin.delete(`drop_folders/${folder.id}`))
    const end = Date.now() + PATIENCE_MS
    const left = () => world.app.database.reads.prisma.arrival.count({ where: { dropFolderId: folder.id } })
    while (await left() > 0 && Date.now() < end) await sleep(100)
    t.equal(await put(last.upload, 'one'), 404)
  })

  t.test(`What is whole waits while the drop folder halts, and what failed is sent again (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, add, ask, put, list, until, project } = world
    const folder = await add()
    const { arrival, upload } = await ask(folder.id, { path: 'a.txt', size: 3 })
    await succeed(admin.post(`projects/${project.id}/trash_bin`))
    t.strictSame(await ask(folder.id, { path: 'b.txt', size: 3 }), { error: 'Drop folder is paused' })
    t.equal(await put(upload, 'one'), 200)
    await sleep(300)
    t.match(await list(folder.id), [{ id: arrival.id, status: 'arriving' }])
    await succeed(admin.post(`projects/${project.id}/restore`))
    t.match(await until(folder.id, isOver(1)), [{ id: arrival.id, status: 'done' }])

    const again = await ask(folder.id, { path: 'c.txt', size: 3 })
    await world.app.transact(world.adminCaller, (tx) => tx.prisma.arrival.updateMany({
      where: { id: again.arrival.id }, data: { status: 'failed', error: 'No room', fileId: null }
    }))
    await succeed(admin.post(`drop_folders/${folder.id}/arrivals/${again.arrival.id}/retry`))
    t.match((await list(folder.id)).find(({ id }) => id === again.arrival.id), { status: 'waiting', error: null })
    const third = await ask(folder.id, { path: 'c.txt', size: 3 })
    t.equal(third.arrival.id, again.arrival.id)
    t.not(third.upload.id, again.upload.id)
    t.equal(await put(third.upload, 'two'), 200)
    await until(folder.id, isOver(2))
  })

  t.test(`Who does not see where a file lies gets an upload, as guests do (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, add, ask, put, list, until, send, addUser, app, adminCaller } = world
    const folder = await add({ subfolders: 'create', public: true })
    const done = await send(folder.id, 'Secret/a.txt', 'one')
    const { project_id: secret } = await readItem(admin, 'assets', done.asset_id)
    const { id: userId, client } = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${world.project.id}/members`, { user_id: userId, role: 'Member' }))
    await succeed(admin.put(`projects/${secret}`, { private: true }))
    const file = { path: 'Secret/a.txt', size: 3 }
    const first = await ask(folder.id, file, client)
    t.ok(first.upload)
    t.not(first.arrival.id, done.id)
    t.strictSame(await ask(folder.id, file, client), first)
    t.equal((await ask(folder.id, file)).arrival.id, done.id)
    t.equal(await put(first.upload, 'one'), 200)
    await until(folder.id, (all) => all.some(({ id, status }) => id === first.arrival.id && status === 'duplicate'))
    t.strictSame(await list(folder.id, client), [])

    const unit = createUnit(app, guestCaller(adminCaller, 7))
    const guest = { linkId: 7, name: 'Anna' }
    const sent = await app.arrivalUploads.startOfGuest(unit, folder.id, guest, { path: 'new.txt', size: 4 }, 'http://x')
    t.not((await app.arrivalUploads.startOfGuest(unit, folder.id, guest, { path: 'new.txt', size: 4 }, 'http://x')).upload.id,
      sent.upload.id)
    t.equal(await put(sent.upload, 'four'), 200)
    const all = await until(folder.id, (rows) => rows.some(({ id, status }) => id === sent.arrivalId && status === 'done'))
    const arrival = all.find(({ id }) => id === sent.arrivalId)
    t.match(arrival, { guest: 'Anna', path: 'new.txt' })
    t.equal((await readItem(admin, 'assets', arrival.asset_id)).owner, adminCaller.email)
    const { history } = await succeed(admin.get(`assets/${arrival.asset_id}/history`))
    for (const { event, user_id: by, targets } of history) {
      t.equal(by, 0, event)
      t.equal(targets.link_id, 7, event)
    }
    t.equal(history.length, 5)
  })
}
