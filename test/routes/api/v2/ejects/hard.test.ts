import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { SECOND_MS } from '#src/basics/units.js'
import type { Transaction } from '#src/core/transact.js'
import { tellOfProgress } from '#src/ejects/begin.js'
import { findEject } from '#src/ejects/rows.js'
import { assetKind } from '#src/items/kinds.js'
import { requireItem } from '#src/items/require.js'
import type { Media } from '#src/media/media.js'
import { dialects, type World } from '#test/helper/app.js'
import { hurry, openWithEjects, promised, rowsOf } from '#test/helper/ejects.js'
import { fillProject } from '#test/helper/fill.js'
import { addItemTo, addProject, eventsOf, succeed } from '#test/helper/items.js'
import { filesIn, readUntil } from '#test/helper/media/world.js'

type SendOut = Media['sendOut']

/** Puts something between the attempts of a service and its file thread. Returns what puts it right again. */
function intercept ({ app }: Pick<World, 'app'>, make: (sendOut: SendOut) => SendOut): () => void {
  const media = app.media as { -readonly [Key in keyof Media]: Media[Key] }
  const { sendOut } = media
  media.sendOut = make(sendOut)
  return () => { media.sendOut = sendOut }
}

for (const dialect of dialects) {
  t.test(`A name that is taken in other case gets a number, of files, lists and folders (${dialect})`, async (t) => {
    const { admin, out, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    writeFileSync(join(out, 'Film.MOV'), 'mine')
    writeFileSync(join(out, 'song.wav.SHA256'), 'mine')
    mkdirSync(join(out, 'MASTERS'))
    const [film, same, song] = [await world.addFile('film.mov'), await world.addFile('FILM.mov', { bytes: '/film.mov' }), await world.addFile('song.wav')]
    for (const id of [film, same, song]) {
      t.match((await world.ended((await world.eject(`assets/${id}`, { drop_folder_id: drop.id })).id)).eject, { status: 'done' })
    }
    t.strictSame(world.files(), [
      'Film.MOV', 'film (2).mov', 'film (2).mov.sha256', 'song.wav', 'song.wav (2).sha256', 'song.wav.SHA256'
    ])
    t.strictSame([world.text('Film.MOV'), world.text('film (2).mov'), world.text('song.wav.SHA256')], ['mine', '/film.mov', 'mine'])
    for (const list of ['film (2).mov.sha256', 'song.wav (2).sha256']) execFileSync('sha256sum', ['-c', list], { cwd: out })

    const project = await addProject(admin, { title: 'Masters' })
    for (const [name, bytes] of [['A.mov', '/1'], ['a.mov', '/2'], ['É.mov', '/3'], ['e\u0301.mov', '/4']] as const) {
      await world.addFile(name, { bytes, within: project.id })
    }
    const ejects = await Promise.all([1, 2].map(() => world.eject(`projects/${project.id}`, { drop_folder_id: drop.id })))
    for (const { id } of ejects) t.match((await world.ended(id)).eject, { status: 'done', done: 4 })
    for (const folder of ['Masters (2)', 'Masters (3)']) {
      t.strictSame(world.files(folder).map((path) => path.slice(folder.length + 1)), ['A.mov', 'a (2).mov', 'É.mov', 'é (2).mov'])
      execFileSync('sha256sum', ['-c', `${folder}.sha256`], { cwd: out })
    }
    t.strictSame(readdirSync(join(out, 'MASTERS')), [])
  })

  t.test(`An eject that is cancelled while it writes leaves no half file, and no list (${dialect})`, async (t) => {
    const { admin, app, out, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const asset = await world.addFile('film.mov')
    const writes = promised()
    const restore = intercept({ app }, () => async ({ part }, { signal, onProgress }) => {
      writeFileSync(join(out, `.${part}.part`), 'half')
      writes.resolve()
      const noting = setInterval(() => onProgress?.(4), 10)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      clearInterval(noting)
      // As a process that is killed, it leaves what it has.
      throw signal.reason
    })
    const { id } = await world.eject(`assets/${asset}`, { drop_folder_id: drop.id })
    await writes.promise
    t.match(await succeed(admin.delete(`ejects/${id}`)), { ok: 'Eject cancelled' })
    await readUntil(() => readdirSync(out), (names) => !names.some((name) => name.endsWith('.part')))
    restore()
    await readUntil(() => rowsOf(app, id), (rows) => rows.every(({ due_at: due }) => due === null))
    t.strictSame(world.files(), [])
    t.match((await world.read(id)).eject, { status: 'cancelled', done: 0 })
    t.notOk((await eventsOf(admin, 'assets', asset)).includes('ASSET_FINISHED_EJECT'))
  })

  t.test(`The same asset several times at once is one file and one list (${dialect})`, async (t) => {
    const { out, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const asset = await world.addFile('film.mov')
    const made = await Promise.all(Array.from({ length: 6 }, () => world.eject(`assets/${asset}`, { drop_folder_id: drop.id })))
    for (const { id } of made) t.match(await world.ended(id), { eject: { status: 'done', done: 1 }, errors: [] })
    t.strictSame(world.files(), ['film.mov', 'film.mov.sha256'])
    execFileSync('sha256sum', ['-c', 'film.mov.sha256'], { cwd: out })
    t.equal((await eventsOf(world.admin, 'assets', asset)).filter((event) => event === 'ASSET_FINISHED_EJECT').length, 6)
  })

  t.test(`An asset that is purged while its file is written goes out whole, or not at all (${dialect})`, async (t) => {
    const { admin, app, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const asset = await world.addFile('film.mov')
    const restore = intercept({ app }, (sendOut) => async (task, options) => {
      await succeed(admin.delete(`assets/${asset}`))
      await readUntil(() => filesIn({ ...world, admin, app }), ({ objects }) => objects.length === 0)
      return sendOut(task, options)
    })
    const { id } = await world.eject(`assets/${asset}`, { drop_folder_id: drop.id })
    await readUntil(() => rowsOf(app, id), (rows) => rows.some((row) => row.failing_since !== null))
    restore()
    await hurry(app, id)
    t.match(await world.ended(id), { eject: { status: 'failed', done: 0, failed: 1 }, errors: [{ asset_id: asset, error: 'asset not found' }] })
    t.strictSame(world.files(), [])
  })

  t.test(`On a full disk it is tried again, and the reason is shown (${dialect})`, async (t) => {
    const { app, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const [first, second] = [await world.addFile('a.mov'), await world.addFile('b.mov')]
    const restore = intercept({ app }, () => async () => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }) })
    const isFailing = (id: string) =>
      readUntil(() => rowsOf(app, id), (rows) => rows.some((row) => row.failing_since !== null))
    const { id } = await world.eject(`assets/${first}`, { drop_folder_id: drop.id })
    await isFailing(id)
    await hurry(app, id, 25)
    t.match(await world.ended(id), { eject: { status: 'failed' }, errors: [{ error: 'There is not enough room on the disk' }] })
    const { id: later } = await world.eject(`assets/${second}`, { drop_folder_id: drop.id })
    await isFailing(later)
    restore()
    await hurry(app, later)
    t.match(await world.ended(later), { eject: { status: 'done' }, errors: [] })
    t.strictSame(world.files(), ['b.mov', 'b.mov.sha256'])
  })

  t.test(`While a file is written its history is told each ten minutes (${dialect})`, async (t) => {
    const { admin, adminCaller, app, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const asset = await world.addFile('film.mov')
    const { id } = await world.eject(`assets/${asset}`, { drop_folder_id: drop.id })
    await world.ended(id)
    const count = async () => (await eventsOf(admin, 'assets', asset)).filter((event) => event === 'ASSET_UPDATED_EJECT').length
    t.equal(await count(), 1)
    const from = new Date()
    const tell = (seconds: number, told: string | null) => app.transact(adminCaller, async (tx) => {
      const time = new Date(from.getTime() + seconds * SECOND_MS)
      const then = Object.create(tx, { time: { value: time, enumerable: true } }) as Transaction
      const eject = (await tx.sql.first(findEject, [adminCaller.accountId, id]))!
      return tellOfProgress(then, eject, await requireItem(assetKind, tx.sql, adminCaller, asset), told)
    })
    const first = await tell(0, null)
    t.equal(await count(), 2, 'at the beginning')
    t.equal(await tell(599, first), first)
    t.equal(await count(), 2)
    const second = await tell(600, first)
    t.not(second, first)
    t.equal(await count(), 3)
    t.equal(await tell(1199, second), second)
    t.equal(await count(), 3)
  })

  t.test(`Who has many ejects does not hold up those of others (${dialect})`, async (t) => {
    const { app, addUser, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const asset = await world.addFile('film.mov')
    const asked = promised()
    const order: string[] = []
    intercept({ app }, (sendOut) => async (task, options) => {
      order.push(task.folder)
      await asked.promise
      return sendOut(task, options)
    })
    const [many, ...others] = await Promise.all(Array.from({ length: 10 }, () => addUser()))
    for (let made = 0; made < 100; made++) {
      await world.eject(`assets/${asset}`, { drop_folder_id: drop.id, path: 'many' }, many!.client)
    }
    const made = []
    for (const [index, { client }] of others.entries()) {
      made.push(await world.eject(`assets/${asset}`, { drop_folder_id: drop.id, path: `other ${index}` }, client))
    }
    asked.resolve()
    for (const { id } of made) t.match((await world.ended(id)).eject, { status: 'done' })
    const last = Math.max(...others.map((_, index) => order.indexOf(`other ${index}`)))
    t.ok(last < 3 * others.length, `all begin by turns: the last one was number ${last}`)
  })

  t.test(`A project of more than 10,000 assets is refused, and writes nothing (${dialect})`, async (t) => {
    const { admin, adminCaller, app, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const project = await addProject(admin)
    const deeper = await addItemTo(admin, 'projects', project.id)
    await fillProject({ app, adminCaller }, deeper.id, { assets: 10_000 })
    await world.addFile('film.mov', { within: project.id })
    const send = async () => (await admin.post(`projects/${project.id}/ejects`, { drop_folder_id: drop.id })).body
    t.strictSame(await send(), { error: 'Must not have more than 10000 assets' })
    t.strictSame((await succeed(admin.get('ejects'))).ejects, [])
    const [first] = (await succeed(admin.get(`projects/${deeper.id}/assets?limit=1`))).assets
    await succeed(admin.delete(`assets/${first.id}`))
    const { eject } = await send()
    t.match(eject, { files: 10_000, failed: 9999, size: 9 })
    t.match(await world.ended(eject.id), { eject: { status: 'done', done: 1, failed: 9999 } })
  })
}
