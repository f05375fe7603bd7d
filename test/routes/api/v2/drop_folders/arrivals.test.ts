import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
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
    JOBS: 'on', LOCATIONS: `ingest=${ingest}`, MEDIA_DIR: join(folder, 'media'), MEDIA_ANALYSIS_PARALLEL: '0'
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
}
