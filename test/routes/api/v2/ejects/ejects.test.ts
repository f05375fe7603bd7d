import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dialects, type Answer } from '#test/helper/app.js'
import { addCollection, putInto } from '#test/helper/collections.js'
import { hurry, openWithEjects, rowsOf } from '#test/helper/ejects.js'
import { addItemTo, addProject, assign, eventsOf, historyOf, MILLISECONDS, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { readUntil } from '#test/helper/media/world.js'

const outcome = ({ status, body }: Answer) => [status, body?.error ?? body?.ok]
const REFUSED = [403, 'Your role does not allow this']

for (const dialect of dialects) {
  t.test(`The file of an asset goes out, with its digest, and replaces nothing (${dialect})`, async (t) => {
    const { admin, adminCaller, out, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder({ path: 'masters' })
    const asset = await world.addFile('film.mov')
    const made = await world.eject(`assets/${asset}`, { drop_folder_id: drop.id })
    t.strictSame(made, {
      id: made.id,
      status: 'pending',
      files: 1,
      done: 0,
      failed: 0,
      size: 9,
      progress: 0,
      user_id: adminCaller.userId,
      created_at: made.created_at,
      finished_at: null
    })
    const { eject, errors } = await world.ended(made.id)
    t.match(eject, { status: 'done', done: 1, failed: 0, progress: 1, finished_at: MILLISECONDS })
    t.strictSame(errors, [])
    t.strictSame(world.files(), ['masters/film.mov', 'masters/film.mov.sha256'])
    t.equal(world.text('masters/film.mov'), '/film.mov')
    execFileSync('sha256sum', ['-c', 'film.mov.sha256'], { cwd: join(out, 'masters') })
    const told = (await historyOf(admin, 'assets', asset)).filter(({ event }) => /EJECT|DROP/.test(event)).reverse()
    const about = { asset_id: asset, eject_id: made.id, drop_folder_id: drop.id }
    t.strictSame(told.map(({ event, severity, targets }) => [event, severity, targets]), [
      ['OUTGOING_ASSET_ADDED_TO_DROP_FOLDER', 1, about], ['ASSET_UPDATED_EJECT', 1, about], ['ASSET_FINISHED_EJECT', 1, about]
    ])

    await world.ended((await world.eject(`assets/${asset}`, { drop_folder_id: drop.id })).id)
    t.strictSame(world.files(), ['masters/film.mov', 'masters/film.mov.sha256'], 'the same bytes are that file')
    const other = await world.addFile('film.mov', { bytes: '/others' })
    await world.ended((await world.eject(`assets/${other}`, { drop_folder_id: drop.id })).id)
    t.strictSame(world.files(), [
      'masters/film (2).mov', 'masters/film (2).mov.sha256', 'masters/film.mov', 'masters/film.mov.sha256'
    ])
    t.equal(world.text('masters/film.mov'), '/film.mov')
    t.equal(world.text('masters/film (2).mov'), '/others')
    execFileSync('sha256sum', ['-c', 'film (2).mov.sha256'], { cwd: join(out, 'masters') })
    await world.ended((await world.eject(`assets/${other}`, { drop_folder_id: drop.id, path: 'a/b' })).id)
    t.strictSame(world.files('masters/a'), ['masters/a/b/film.mov', 'masters/a/b/film.mov.sha256'])
    t.notOk(readdirSync(out, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.part')))

    const list = (await succeed(admin.get('ejects'))).ejects
    t.equal(list.length, 4)
    t.equal(list.at(-1).id, made.id)
    t.strictSame((await succeed(admin.get('ejects?limit=1'))).ejects, [list[0]])
    t.strictSame(outcome(await admin.delete(`ejects/${made.id}`)), [200, 'Eject cancelled'])
    t.equal((await world.read(made.id)).eject.status, 'done', 'an ended eject stays as it is')
  })

  t.test(`A project is a folder with its tree, a collection one of what one may change (${dialect})`, async (t) => {
    const { admin, addUser, out, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const project = await addProject(admin, { title: 'Har/bour' })
    const deeper = await addItemTo(admin, 'projects', project.id, { title: 'Day 1' })
    const secret = await addItemTo(admin, 'projects', project.id, { title: 'Secret' })
    await addItemTo(admin, 'projects', project.id, { title: 'Empty' })
    await succeed(admin.put(`projects/${secret.id}`, { private: true }))
    const a = await world.addFile('clip.mov', { within: project.id })
    const b = await world.addFile('CLIP.mov', { bytes: '/other', within: project.id })
    const c = await world.addFile('clip.mov', { bytes: '/deeper', within: deeper.id })
    const hidden = await world.addFile('hidden.mov', { within: secret.id })
    const without = await addItemTo(admin, 'assets', project.id)
    const trashed = await world.addFile('trashed.mov', { within: project.id })
    await succeed(admin.post(`assets/${trashed}/trash_bin`))
    const { id: userId, client } = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
    await succeed(admin.post(`drop_folders/${drop.id}`, { project_id: project.id }))

    const made = await world.eject(`projects/${project.id}`, { drop_folder_id: drop.id }, client)
    t.match(made, { files: 4, failed: 1, user_id: userId })
    const { eject, errors } = await world.ended(made.id)
    t.match(eject, { status: 'done', files: 4, done: 3, failed: 1, progress: 1 })
    t.strictSame(errors, [{ asset_id: without.id, error: 'No file is ready' }])
    t.strictSame(world.files(), [
      'Har_bour.sha256', 'Har_bour/CLIP (2).mov', 'Har_bour/Day 1/clip.mov', 'Har_bour/clip.mov'
    ])
    execFileSync('sha256sum', ['-c', 'Har_bour.sha256'], { cwd: out })
    t.equal(world.text('Har_bour.sha256').trim().split('\n').length, 3)
    for (const id of [a, b, c]) {
      t.strictSame((await eventsOf(admin, 'assets', id)).filter((event) => /EJECT|DROP/.test(event)).sort(),
        ['ASSET_FINISHED_EJECT', 'ASSET_UPDATED_EJECT', 'OUTGOING_ASSET_ADDED_TO_DROP_FOLDER'])
    }
    await world.ended((await world.eject(`projects/${project.id}`, { drop_folder_id: drop.id })).id)
    t.ok(existsSync(join(out, 'Har_bour (2)/Secret/hidden.mov')), 'a taken folder gets a number')
    execFileSync('sha256sum', ['-c', 'Har_bour (2).sha256'], { cwd: out })

    const collection = await addCollection(admin, { title: 'Best', public: true })
    await putInto(admin, collection.id, [hidden, b, a])
    const viewer = await addUser()
    t.strictSame(outcome(await client.post(`collections/${collection.id}/ejects`, { drop_folder_id: drop.id })), [404, 'Collection not found'])
    await world.ended((await world.eject(`collections/${collection.id}`, { drop_folder_id: drop.id }, viewer.client)).id)
    t.strictSame(world.files('Best'), ['Best/CLIP.mov', 'Best/clip (2).mov'])
  })

  t.test(`Wrong ejects are refused with the exact error (${dialect})`, async (t) => {
    const { admin, addUser, addStranger, ...world } = await openWithEjects(t, dialect)
    const project = await addProject(admin)
    const drop = await world.dropFolder({ project_id: project.id })
    const incoming = await world.dropFolder({ direction: 'in', location: 'ingest', project_id: project.id })
    const asset = await world.addFile('film.mov', { within: project.id })
    const empty = await addItemTo(admin, 'assets', project.id)
    const send = async (body: object, path = `assets/${asset}`, client = admin) => outcome(await client.post(`${path}/ejects`, body))
    const to = { drop_folder_id: drop.id }
    t.strictSame(await send({}), [422, 'Missing parameter drop_folder_id'])
    t.strictSame(await send({ ...to, x: 1 }), [422, "Unknown parameter 'x'"])
    t.strictSame(await send({ ...to, path: '../x' }), [422, "Invalid parameter 'path' value \"../x\": Must be a relative path"])
    t.match((await send({ ...to, path: 'a/'.repeat(600) }))[1], /Must be a String of at most 1000 characters$/)
    t.strictSame(await send({ ...to, rendition: 'x' }),
      [422, "Invalid parameter 'rendition' value \"x\": Must be one of: <code>original</code>, <code>proxy</code>."])
    t.strictSame(await send({ drop_folder_id: 'x' }), [422, "Invalid parameter 'drop_folder_id' value \"x\": Must be a Integer"])
    for (const id of [0, -1, 2 ** 31, 2 ** 60]) t.strictSame(await send({ drop_folder_id: id }), [404, 'Drop folder not found'])
    t.strictSame(await send({ drop_folder_id: incoming.id }), [200, 'Drop folder is incoming'])
    t.strictSame(await send(to, `assets/${empty.id}`), [200, 'No file is ready'])
    t.strictSame(await send(to, `projects/${(await addProject(admin)).id}`), [200, 'No file is ready'])
    t.strictSame(await send(to, `assets/${NOBODYS_ID}`), [404, 'asset not found'])
    t.strictSame(await send(to, `projects/${NOBODYS_ID}`), [404, 'project not found'])
    t.strictSame(await send(to, 'collections/0'), [404, 'Collection not found'])
    await succeed(admin.post(`drop_folders/${drop.id}`, { paused: true }))
    t.strictSame(await send(to), [200, 'Drop folder is paused'])
    await succeed(admin.post(`drop_folders/${drop.id}`, { paused: false }))

    const { id: userId, client } = await addUser({ access: 'projects' })
    t.strictSame(await send(to, `assets/${asset}`, client), [404, 'asset not found'])
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
    t.strictSame(await send(to, `assets/${asset}`, client), REFUSED)
    t.strictSame(await send(to, `projects/${project.id}`, client), REFUSED)
    await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
    const closed = await world.dropFolder({ location: 'ingest', path: 'x', project_id: (await addProject(admin)).id }).catch(() => null)
    t.equal(closed, null, 'folders must not overlap')
    const { eject: own } = await succeed(client.post(`assets/${asset}/ejects`, to))
    await world.ended(own.id)
    t.equal((await succeed(client.get('ejects'))).ejects.length, 1)
    const colleague = await addUser()
    const stranger = await addStranger()
    for (const other of [colleague.client, stranger.client]) {
      t.strictSame((await succeed(other.get('ejects'))).ejects, [])
      t.strictSame(outcome(await other.get(`ejects/${own.id}`)), [404, 'Eject not found'])
      t.strictSame(outcome(await other.delete(`ejects/${own.id}`)), [404, 'Eject not found'])
    }
    t.strictSame(outcome(await admin.get('ejects/x')), [404, 'Eject not found'])
    t.strictSame(await send(to, `assets/${asset}`, stranger.client), [404, 'asset not found'])
    t.strictSame((await succeed(admin.get('ejects'))).ejects.length, 1)
    t.strictSame((await admin.post('bulk', { operations: [{ method: 'POST', path: `/api/v2/assets/${asset}/ejects`, body: to }] }))
      .body.results, [{ status: 422, body: { error: 'Not possible in a bulk' } }])
  })

  t.test(`Each file is asked for again, and nothing is written without the mark (${dialect})`, async (t) => {
    const { admin, addUser, app, out, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder({ path: 'x' })
    const project = await addProject(admin, { title: 'P' })
    const { id: userId, client } = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
    await succeed(admin.post(`drop_folders/${drop.id}`, { project_id: project.id }))
    const [stays, purged, moved, changed] = [
      await world.addFile('stays.mov', { within: project.id }), await world.addFile('purged.mov', { within: project.id }),
      await world.addFile('moved.mov', { within: project.id }), await world.addFile('changed.mov', { within: project.id })
    ]
    renameSync(join(out, 'x'), join(out, 'away'))
    const { eject } = await succeed(client.post(`projects/${project.id}/ejects`, { drop_folder_id: drop.id }))
    await readUntil(() => rowsOf(app, eject.id), (rows) => rows.some((row) => row.failing_since !== null))
    t.notOk(existsSync(join(out, 'x')), 'nothing is written beneath a disk that is not there')
    await succeed(admin.delete(`assets/${purged}`))
    await assign(admin, 'assets', moved, (await addProject(admin)).id)
    await succeed(admin.post(`assets/${changed}/trash_bin`))
    renameSync(join(out, 'away'), join(out, 'x'))
    await hurry(app, eject.id)
    const { errors, eject: after } = await world.ended(eject.id)
    t.match(after, { status: 'done', done: 1, failed: 3, progress: 1 })
    t.strictSame(errors.map((each: any) => [each.asset_id, each.error]).sort(),
      [purged, moved, changed].map((id) => [id, 'asset not found']).sort())
    t.strictSame(world.files(), ['x/P.sha256', 'x/P/stays.mov'])
    t.equal((await eventsOf(admin, 'assets', stays)).filter((event) => event === 'ASSET_UPDATED_EJECT').length, 1)

    await t.test('Files wait while the drop folder is paused', async (t) => {
      renameSync(join(out, 'x'), join(out, 'away'))
      const { eject } = await succeed(client.post(`assets/${stays}/ejects`, { drop_folder_id: drop.id, path: 'w' }))
      const failing = () => rowsOf(app, eject.id).then((rows) => rows[0]!)
      await readUntil(failing, (row) => row.failing_since !== null)
      await succeed(admin.post(`drop_folders/${drop.id}`, { paused: true }))
      renameSync(join(out, 'away'), join(out, 'x'))
      await hurry(app, eject.id)
      await readUntil(failing, (row) => Date.parse(row.due_at!) > Date.now() + 30_000)
      t.notOk(existsSync(join(out, 'x/w')))
      await succeed(admin.post(`drop_folders/${drop.id}`, { paused: false }))
      await hurry(app, eject.id)
      t.match((await world.ended(eject.id)).eject, { status: 'done' })
    })

    await t.test('What fails for a day is given up', async (t) => {
      rmSync(join(out, 'x/.cutroom'))
      const { eject } = await succeed(client.post(`assets/${stays}/ejects`, { drop_folder_id: drop.id, path: 'y' }))
      await readUntil(() => rowsOf(app, eject.id), (rows) => rows.some((row) => row.failing_since !== null))
      await hurry(app, eject.id, 25)
      const { errors, eject: after } = await world.ended(eject.id)
      t.match(after, { status: 'failed', done: 0, failed: 1 })
      t.strictSame(errors, [{ asset_id: stays, error: 'Folder is not there' }])
      t.notOk(existsSync(join(out, 'x/y')))
      const history = await historyOf(admin, 'assets', stays)
      t.ok(history.some(({ event, severity }) => event === 'ASSET_UPDATED_EJECT' && severity === 3))
    })

    await t.test('What is out stays when an eject, its user or its drop folder ends', async (t) => {
      const begin = async () => {
        const { eject } = await succeed(client.post(`assets/${stays}/ejects`, { drop_folder_id: drop.id, path: 'z' }))
        return eject.id
      }
      const first = await begin()
      t.strictSame(outcome(await client.delete(`ejects/${first}`)), [200, 'Eject cancelled'])
      t.match((await world.read(first)).eject, { status: 'cancelled', done: 0, finished_at: MILLISECONDS })
      const second = await begin()
      const third = await begin()
      await succeed(admin.post(`admin/users/${userId}`, { disabled: true }))
      t.equal((await world.read(second)).eject.status, 'cancelled')
      t.equal((await world.read(third)).eject.status, 'cancelled')
      const fourth = await world.eject(`assets/${stays}`, { drop_folder_id: drop.id, path: 'z' })
      await succeed(admin.delete(`drop_folders/${drop.id}`))
      t.equal((await world.read(fourth.id)).eject.status, 'cancelled')
      t.notOk(existsSync(join(out, 'x/z')))
    })
  })
}
