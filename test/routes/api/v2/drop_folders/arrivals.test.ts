import {
  appendFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, statSync,
  utimesSync, writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createWorld, dialects, type World } from '#test/helper/app.js'
import { addProject, eventsOf, readItem, succeed } from '#test/helper/items.js'

const PATIENCE_MS = 60_000

async function open (t: Parameters<typeof createWorld>[0], dialect: typeof dialects[number]) {
  const folder = t.testdir({ ingest: {}, media: {} })
  const ingest = join(folder, 'ingest')
  const world = await createWorld(t, dialect, {
    JOBS: 'on', LOCATIONS: `ingest=${ingest}`, MEDIA_DIR: join(folder, 'media'), MEDIA_ANALYSIS_PARALLEL: '0', MEDIA_MAX_BYTES: '1000'
  })
  const add = async (body: object): Promise<any> => (await succeed(world.admin.post('drop_folders', {
    title: 'Cards', location: 'ingest', settle: 2, ...body
  }))).drop_folder
  return { ...world, ingest, add }
}

/** The arrivals of a drop folder as soon as they are as expected. */
async function until (
  { admin }: Pick<World, 'admin'>, id: number, isExpected: (arrivals: any[]) => boolean
): Promise<any[]> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const { arrivals } = await succeed(admin.get(`drop_folders/${id}/arrivals`))
    if (isExpected(arrivals)) return arrivals
    if (Date.now() > end) throw new Error(`The arrivals are ${JSON.stringify(arrivals)}`)
    await sleep(200)
  }
}

for (const dialect of dialects) {
  t.test(`A file that is copied into a drop folder becomes an asset with its bytes, once (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, adminCaller, ingest, add } = world
    const project = await addProject(admin)
    const folder = await add({ path: 'cards', project_id: project.id, category: 'films', tags: ['raw'] })
    writeFileSync(join(ingest, 'cards/clip.txt'), 'one')
    mkdirSync(join(ingest, 'cards/inside'))
    writeFileSync(join(ingest, 'cards/inside/same.txt'), 'one')
    writeFileSync(join(ingest, 'cards/.hidden'), 'no')
    writeFileSync(join(ingest, 'cards/x.part'), 'no')
    const arrivals = await until(world, folder.id, (all) =>
      all.length === 2 && all.every(({ finished_at: at }) => at !== null))
    const [done, duplicate] = [arrivals.find(({ status }) => status === 'done'), arrivals.find(({ status }) => status === 'duplicate')]
    t.match(done, { size: 3, progress: 3, error: null, checksum: { algorithm: 'sha256', value: /^7692c3/ }, guest: null })
    t.equal(duplicate.asset_id, done.asset_id)
    const asset = await readItem(admin, 'assets', done.asset_id)
    t.match(asset, {
      title: done.path.split('/').at(-1),
      owner: adminCaller.email,
      category: 'films',
      tags: ['raw'],
      project_id: project.id,
      media_type: 'live'
    })
    t.strictSame((await eventsOf(admin, 'assets', asset.id)).reverse(), [
      'ASSET_ADDED', 'ASSET_LINKED', 'INCOMING_ASSET_ADDED_TO_DROP_FOLDER', 'ASSET_STARTED_INGEST', 'ASSET_FINISHED_INGEST'
    ])
    const { media } = await succeed(admin.get(`assets/${asset.id}/media`))
    t.match(media, [{ status: 'ready', size: 3, filename: asset.title }])
    t.equal((await succeed(admin.get(`projects/${project.id}/assets`))).assets.length, 1)

    await t.test('Other bytes at its path are a new asset, or its version', async (t) => {
      const path = done.path as string
      writeFileSync(join(ingest, 'cards', path), 'other')
      const changed = await until(world, folder.id, (all) => all.filter(({ status }) => status === 'done').length === 2)
      t.not(changed[0].asset_id, asset.id)
      await succeed(admin.post(`drop_folders/${folder.id}`, { changed: 'version' }))
      appendFileSync(join(ingest, 'cards', path), ' bytes')
      const again = await until(world, folder.id, (all) => all.filter(({ status }) => status === 'done').length === 3)
      t.equal(again[0].asset_id, changed[0].asset_id)
      t.equal((await succeed(admin.get(`assets/${again[0].asset_id}/versions`))).versions.length, 1)
    })
  })

  t.test(`The source of what is in is moved or deleted, and a card stays untouched (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, ingest, add } = world
    const moves = await add({ path: 'moves', after: 'move', subfolders: 'create' })
    const deletes = await add({ path: 'deletes', after: 'delete', only: ['*.txt'] })
    for (const path of ['moves/Day 1', 'moves/day 1', 'moves/done/Day 1', 'deletes/card/BPAV/CLPR', 'deletes/shot']) {
      mkdirSync(join(ingest, path), { recursive: true })
    }
    writeFileSync(join(ingest, 'moves/Day 1/a.txt'), 'a')
    writeFileSync(join(ingest, 'moves/day 1/b.txt'), 'b')
    writeFileSync(join(ingest, 'moves/done/Day 1/a.txt'), 'taken')
    writeFileSync(join(ingest, 'deletes/c.txt'), 'c')
    writeFileSync(join(ingest, 'deletes/c.mov'), 'c')
    writeFileSync(join(ingest, 'deletes/card/BPAV/x.txt'), 'x')
    for (const number of [1, 2, 3]) writeFileSync(join(ingest, `deletes/shot/000${number}.dpx`), 'x')
    const isIn = (count: number) => (all: any[]) => all.filter(({ status }) => status === 'done').length === count
    const moved = await until(world, moves.id, isIn(2))
    const projects = new Set(await Promise.all(moved.map(async ({ asset_id: id }) =>
      (await readItem(admin, 'assets', id)).project_id)))
    t.equal(projects.size, 1, 'both folders are one project')
    const deleted = await until(world, deletes.id, (all) => isIn(1)(all) && all.length === 3)
    t.strictSame(deleted.filter(({ status }) => status === 'left_out').map(({ path }) => path).sort(), ['card/BPAV', 'shot'])
    const gone = async (path: string) => {
      const end = Date.now() + PATIENCE_MS
      while (existsSync(join(ingest, path))) {
        if (Date.now() > end) throw new Error(`${path} is still there`)
        await sleep(200)
      }
    }
    for (const path of ['moves/Day 1/a.txt', 'moves/day 1/b.txt', 'deletes/c.txt']) await gone(path)
    t.equal(readFileSync(join(ingest, 'moves/done/Day 1/a (2).txt'), 'utf8'), 'a')
    t.equal(readFileSync(join(ingest, 'moves/done/day 1/b.txt'), 'utf8'), 'b')
    for (const path of ['deletes/c.mov', 'deletes/card/BPAV/x.txt', 'deletes/shot/0001.dpx']) t.ok(existsSync(join(ingest, path)))

    const card = deleted.find(({ path }) => path === 'card/BPAV')
    const retry = `drop_folders/${deletes.id}/arrivals/${card.id}/retry`
    t.strictSame(await succeed(admin.post(retry)), { ok: 'Arrival queued' })
    await until(world, deletes.id, isIn(3))
    t.equal((await admin.post(`drop_folders/${deletes.id}/arrivals/none/retry`)).status, 404)
    await succeed(admin.delete(`drop_folders/${moves.id}`))
    const left = () => world.app.database.reads.prisma.arrival.count({ where: { dropFolderId: moves.id } })
    for (const end = Date.now() + PATIENCE_MS; await left() > 0 && Date.now() < end;) await sleep(200)
    t.equal(await left(), 0, 'what is left of a removed one goes')
  })

  t.test(`After a kill while its source is moved or deleted, that is done, and other bytes stay (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { app, ingest, add } = world
    const folders = { move: await add({ path: 'move', after: 'move' }), delete: await add({ path: 'delete', after: 'delete' }) }
    const source = (after: string) => join(ingest, after, 'a.txt')
    for (const after of ['move', 'delete']) writeFileSync(source(after), after)
    const isSettled = async () => {
      const end = Date.now() + PATIENCE_MS
      while (await app.database.reads.prisma.arrival.count({ where: { dueAt: { not: null } } }) > 0) {
        if (Date.now() > end) throw new Error('Arrivals are still due')
        await sleep(200)
      }
    }
    for (const { id } of Object.values(folders)) await until(world, id, ([first]) => first?.status === 'done')
    await isSettled()
    for (const after of ['move', 'delete']) t.notOk(existsSync(source(after)), after)

    const { mtime: then } = statSync(join(ingest, 'move/done/a.txt'))
    const again = async () => {
      await app.transact(world.adminCaller, async ({ prisma, time }) => {
        await prisma.arrival.updateMany({ where: { status: 'done' }, data: { dueAt: time } })
      })
      await isSettled()
    }
    // The new name is there, and the old one too.
    linkSync(join(ingest, 'move/done/a.txt'), source('move'))
    writeFileSync(source('delete'), 'delete')
    utimesSync(source('delete'), then, then)
    await again()
    for (const after of ['move', 'delete']) t.notOk(existsSync(source(after)), `${after} again`)
    t.strictSame(readdirSync(join(ingest, 'move/done')), ['a.txt'])

    await succeed(world.admin.post(`drop_folders/${folders.delete.id}`, { paused: true }))
    writeFileSync(source('delete'), 'DELETE')
    await again()
    t.equal(readFileSync(source('delete'), 'utf8'), 'DELETE', 'other bytes of the same size are not in')
  })

  t.test(`A file that fails is seen, and tried again when a Member asks (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, ingest, add, addUser, addStranger } = world
    const project = await addProject(admin)
    const folder = await add({ path: 'large', project_id: project.id })
    const path = `drop_folders/${folder.id}`
    writeFileSync(join(ingest, 'large/x.bin'), Buffer.alloc(2000))
    const [failed] = await until(world, folder.id, ([first]) => first?.status === 'failed')
    t.match(failed, { error: /^The file is too large/, asset_id: null, checksum: null, path: 'x.bin', size: 2000 })
    t.equal((await succeed(admin.get(path))).drop_folder.failed, 1)
    t.strictSame((await succeed(admin.get(`${path}/arrivals?status=failed`))).arrivals, [failed])
    t.strictSame((await succeed(admin.get(`${path}/arrivals?status=done`))).arrivals, [])
    t.match((await admin.get(`${path}/arrivals?status=x`)).body.error, /^Invalid parameter 'status' value "x": Must be one of: /)

    const { id: userId, client } = await addUser({ access: 'projects' })
    const { client: stranger } = await addStranger()
    for (const one of [client, stranger]) {
      t.match(await one.get(`${path}/arrivals`), { status: 404, body: { error: 'Drop folder not found' } })
      t.match(await one.post(`${path}/arrivals/${failed.id}/retry`), { status: 404, body: { error: 'Drop folder not found' } })
    }
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
    t.strictSame((await succeed(client.get(`${path}/arrivals`))).arrivals, [failed])
    t.match(await client.post(`${path}/arrivals/${failed.id}/retry`), { status: 403, body: { error: 'Your role does not allow this' } })
    t.match(await client.post(`${path}/arrivals/none/retry`), { status: 404, body: { error: 'Arrival not found' } })
    await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
    writeFileSync(join(ingest, 'large/x.bin'), Buffer.alloc(500))
    await succeed(client.post(`${path}/arrivals/${failed.id}/retry`))
    const [done] = await until(world, folder.id, ([first]) => first?.status === 'done')
    t.match(done, { id: failed.id, size: 500, error: null })
    t.equal((await succeed(admin.get(path))).drop_folder.failed, 0)
  })

  t.test(`Without its folder it halts, and nothing comes twice when that is back (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, ingest, add } = world
    const folder = await add({ path: 'disk' })
    writeFileSync(join(ingest, 'disk/a.txt'), 'a')
    await until(world, folder.id, ([first]) => first?.status === 'done')
    const error = async (expected: string | null) => {
      const end = Date.now() + PATIENCE_MS
      while ((await succeed(admin.get(`drop_folders/${folder.id}`))).drop_folder.error !== expected) {
        if (Date.now() > end) throw new Error(`The error is not ${expected}`)
        await sleep(200)
      }
    }
    renameSync(join(ingest, 'disk'), join(ingest, 'away'))
    await error('Folder is not there')
    t.notOk(existsSync(join(ingest, 'disk')), 'it is not made again')
    mkdirSync(join(ingest, 'disk'))
    await error(null)
    t.equal((await succeed(admin.get(`drop_folders/${folder.id}/arrivals`))).arrivals.length, 1)
    rmdirSync(join(ingest, 'disk'))
    renameSync(join(ingest, 'away'), join(ingest, 'disk'))
    writeFileSync(join(ingest, 'disk/b.txt'), 'b')
    await until(world, folder.id, (all) => all.length === 2 && all.every(({ status }) => status === 'done'))
    t.equal((await succeed(admin.get('assets'))).assets.length, 2)
  })
}
