import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { createS3Client, isMissing } from '#src/process/s3-client.js'
import { openLocation } from '#src/locations/open.js'
import { createWorld, dialects, neverOverloaded, type World } from '#test/helper/app.js'
import { areAll, openIngest, untilArrived, untilSo } from '#test/helper/ingest.js'
import { addProject, readItem, succeed } from '#test/helper/items.js'
import { startS3 } from '#test/helper/media/s3-server.js'

/** Another process on the same database. */
async function openSecond (t: Test, { config, url }: World, changed: Partial<World['config']> = {}) {
  const app = await buildApp({
    config: { ...config, ...changed }, database: await openDatabase(url), logger: pino({ level: 'silent' }), overload: neverOverloaded
  })
  t.teardown(() => app.close())
  await app.ready()
  return app
}

t.test('Two processes on one database take each file once', async (t) => {
  const world = await openIngest(t, 'postgresql')
  const { admin, ingest, add } = world
  await openSecond(t, world)
  const folder = await add({ path: 'both', after: 'delete' })
  const names = Array.from({ length: 150 }, (_, index) => `${index}.txt`)
  for (const name of names) writeFileSync(join(ingest, 'both', name), name)
  await untilArrived(world, folder.id, areAll(names.length, 'done'))
  t.equal((await succeed(admin.get('assets?limit=1000'))).assets.length, names.length)
  await untilSo(() => names.filter((name) => existsSync(join(ingest, 'both', name))), ({ length }) => length === 0)
})

t.test('A process without the location leaves its files to one that has it', async (t) => {
  const world = await openIngest(t, 'postgresql')
  const { admin, ingest, add } = world
  const other = await openSecond(t, world, { LOCATIONS: [] })
  t.notOk(other.jobs.some(({ name }) => name === 'drop-folders' || name === 'arrivals'), 'it claims none')
  const folder = await add({ path: 'one' })
  for (let index = 0; index < 5; index++) writeFileSync(join(ingest, 'one', `${index}.txt`), `${index}`)
  await untilArrived(world, folder.id, areAll(5, 'done'))
  t.equal((await succeed(admin.get(`drop_folders/${folder.id}`))).drop_folder.error, null)
})

for (const dialect of dialects) {
  t.test(`The objects of a bucket come in, and go as the drop folder says (${dialect})`, async (t) => {
    const url = await startS3(t)
    const folder = t.testdir({ media: {} })
    const world = await createWorld(t, dialect, {
      JOBS: 'on', LOCATIONS: `archive=${url}`, MEDIA_DIR: join(folder, 'media'), MEDIA_ANALYSIS_PARALLEL: '0'
    })
    const client = createS3Client()
    const put = (key: string) => client.send(new PutObjectCommand({ Bucket: 'films', Key: `some/where/${key}`, Body: `bytes of ${key}` }))
    for (const after of ['keep', 'delete']) for (const name of ['a b.txt', 'inside/\u00fc.txt', '.hidden']) await put(`${after}/${name}`)
    const location = await openLocation({ type: 'bucket', url })
    for (const after of ['keep', 'delete']) {
      const { drop_folder: { id } } = await succeed(world.admin.post('drop_folders', {
        title: 'Bucket', location: 'archive', path: after, settle: 2, after
      }))
      const arrivals = await untilArrived(world, id, areAll(2, 'done'))
      t.strictSame(Object.keys(arrivals).sort(), ['a b.txt', 'inside/\u00fc.txt'])
      const isThere = async () => await location.look(`${after}/a b.txt`).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }) !== null
      await untilSo(isThere, (there) => there === (after === 'keep'))
    }
    t.equal((await succeed(world.admin.get('assets'))).assets.length, 4)
  })

  t.test(`A location that goes away, comes back empty, and then whole, changes no asset (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { admin, ingest, add } = world
    const folder = await add({ path: 'disk' })
    writeFileSync(join(ingest, 'disk/a.txt'), 'a')
    await untilArrived(world, folder.id, areAll(1, 'done'))
    const error = async () => (await succeed(admin.get(`drop_folders/${folder.id}`))).drop_folder.error
    renameSync(ingest, `${ingest}-away`)
    await untilSo(error, (text) => text === 'Location is not there')
    mkdirSync(ingest)
    await untilSo(error, (text) => text === 'Folder is not there')
    t.notOk(existsSync(join(ingest, 'disk')), 'nothing is written beneath a disk that is not there')
    rmSync(ingest, { recursive: true })
    renameSync(`${ingest}-away`, ingest)
    writeFileSync(join(ingest, 'disk/b.txt'), 'b')
    await untilArrived(world, folder.id, areAll(2, 'done'))
    t.equal(await error(), null)
    t.equal((await succeed(admin.get('assets'))).assets.length, 2)
  })

  t.test(`Files wait while the project is in the trash, or the user disabled; a renamed project stays (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { admin, ingest, add, addUser } = world
    const maker = await addUser({ admin: true })
    const project = await addProject(admin)
    const folder = await add({ path: 'in', project_id: project.id, subfolders: 'create' })
    await succeed(maker.client.post(`drop_folders/${folder.id}`, { title: 'Mine' }))
    mkdirSync(join(ingest, 'in/Day 1'))
    const write = (name: string) => writeFileSync(join(ingest, 'in/Day 1', name), name)
    write('a.txt')
    const { 'Day 1/a.txt': { asset_id: id } } = await untilArrived(world, folder.id, areAll(1, 'done'))
    const { project_id: dayId } = await readItem(admin, 'assets', id)
    await succeed(admin.put(`projects/${dayId}`, { title: 'Monday' }))
    const error = async () => (await succeed(admin.get(`drop_folders/${folder.id}`))).drop_folder.error

    await succeed(admin.post(`projects/${project.id}/trash_bin`))
    t.equal(await error(), `project with id: ${project.id} not found`)
    write('b.txt')
    await succeed(admin.post(`projects/${project.id}/restore`))
    await succeed(admin.post(`admin/users/${maker.id}`, { disabled: true }))
    t.equal(await error(), 'Its user is disabled')
    await succeed(admin.post(`admin/users/${maker.id}`, { disabled: false }))
    const { 'Day 1/b.txt': second } = await untilArrived(world, folder.id, areAll(2, 'done'))
    t.match(await readItem(admin, 'assets', second.asset_id), { project_id: dayId, owner: maker.email })

    await succeed(admin.post(`projects/${dayId}/trash_bin`))
    write('c.txt')
    const { 'Day 1/c.txt': third } = await untilArrived(world, folder.id, areAll(3, 'done'))
    const { project_id: anew } = await readItem(admin, 'assets', third.asset_id)
    t.not(anew, dayId, 'a subproject in the trash is made anew')
    t.match(await readItem(admin, 'projects', anew), { title: 'Day 1', project_id: project.id })

    write('d.txt')
    await succeed(admin.delete(`projects/${project.id}`))
    t.equal(await error(), `project with id: ${project.id} not found`)
  })
}
