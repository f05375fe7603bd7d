import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openDatabase } from '#src/database/database.js'
import type { Media } from '#src/media/media.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import { copyDatabase } from '#src/operations/copy/command.js'
import { createWorld, dialects, type World } from '#test/helper/app.js'
import { addCollection, putInto } from '#test/helper/collections.js'
import { createTestDatabase } from '#test/helper/databases.js'
import { promised } from '#test/helper/ejects.js'
import { addFieldGroup } from '#test/helper/fields.js'
import { addItemTo, addProject, eventsOf, readItem, succeed } from '#test/helper/items.js'
import { listeningUrl } from '#test/helper/client.js'
import { picture, renderedFile, tone } from '#test/helper/media/rendering.js'
import { makeByFfmpeg, needs } from '#test/helper/media/samples.js'
import { startFileSender } from '#test/helper/media/sender.js'
import { analysedMedia, attach, attachReady, filesIn, mediaOf, mediaSettings, pathOf, readUntil } from '#test/helper/media/world.js'

const on = { MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on', MEDIA_VERSIONS: '5' }
const silent = { report: () => {}, end: () => {} }

function folderOf (t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-removed-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A service with a location `ingest`, and one that files go out to. */
async function open (t: Test, dialect: typeof dialects[number], environment: Record<string, string> = {}) {
  const [media, ingest, out] = [folderOf(t), folderOf(t), folderOf(t)]
  const world = await createWorld(t, dialect, {
    ...mediaSettings(t, media), LOCATIONS: `ingest=${ingest},out=${out}`, ...environment
  })
  return { ...world, world, ingest, out }
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const stored = async (world: World, sha256: string) =>
  (await filesIn(world)).objects.filter((name) => name.includes(sha256)).length
const told = ({ admin }: World, id: string) =>
  readUntil(() => eventsOf(admin, 'assets', id), (events) => events.includes('ASSET_REMOVED_MEDIA'))
const verify = ({ app, config }: World) => verifyMedia({ database: app.database, storage: openStorage(config) })
async function usageOf ({ app, adminCaller: { accountId } }: World) {
  return Number((await app.database.reads.prisma.mediaUsage.findUnique({ where: { accountId } }))?.bytes ?? 0)
}

/** What was made of some bytes, and how often that was begun. */
async function madeOf ({ app }: World, sha256: string) {
  const where = { blob: { sha256 } }
  const { prisma } = app.database.reads
  const made = [...await prisma.mediaPreview.findMany({ where }), ...await prisma.mediaProxy.findMany({ where })]
  return made.map(({ key }) => key).sort()
}

for (const dialect of dialects) {
  t.test(`A film that is brought back in each of three ways is the same asset, and is not rendered again (${dialect})`, needs.films, async (t) => {
    const { admin, app, addUser, world, ingest } = await open(t, dialect, on)
    const ann = await addUser()
    const bytes = await makeByFfmpeg(t, 'film.mov', [
      ...picture(0.4, '64x64'), ...tone(0.4), '-c:v', 'prores_ks', '-c:a', 'pcm_s16le'
    ])
    const sha256 = sumOf(bytes)
    const sender = await startFileSender(t, { bytes })
    const project = await addProject(admin)
    const { id } = await addItemTo(admin, 'assets', project.id, { title: 'Film', tags: ['kept'] })
    await attach(admin, id, sender.url, 'film.mov')
    t.match(await renderedFile(admin, id), { proxy_status: 'done', proxies: [{}, {}] })
    const { comment } = await succeed(admin.post(`assets/${id}/comments`, { text: 'Nice', time: 0.1 }))
    const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
    const values = `assets/${id}/custom_fields/${group}`
    await succeed(admin.post(values, { custom_fields: { [field!]: 'Harbour' } }))
    const collection = await addCollection(admin)
    await putInto(admin, collection.id, [id])
    const { approvals: [{ id: approvalId }] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [ann.id] }))
    await succeed(ann.client.post(`assets/${id}/approvals/${approvalId}`, { status: 'approved' }))
    const newsOf = async () => (await succeed(ann.client.get('notifications'))).notifications.length
    const [news, count] = [await newsOf(), await stored(world, sha256)]
    const [usage, made] = [await usageOf(world), await madeOf(world, sha256)]
    const { drop_folder: { id: dropId } } = await succeed(admin.post('drop_folders', {
      title: 'In', location: 'ingest', project_id: project.id, settle: 2
    }))

    const ways = {
      url: () => attach(admin, id, sender.url, 'back.avi'),
      async upload () {
        const wanted = { filename: 'back.avi', size: bytes.length }
        const { upload } = await succeed(admin.post(`assets/${id}/uploads`, wanted))
        const headers = { 'content-type': 'application/octet-stream' }
        t.equal((await app.inject({ method: 'PUT', url: pathOf(upload.url), payload: Buffer.from(bytes), headers })).statusCode, 200)
      },
      async dropFolder () {
        writeFileSync(join(ingest, '.back'), bytes)
        renameSync(join(ingest, '.back'), join(ingest, 'back.avi'))
      }
    }
    for (const [way, bringBack] of Object.entries(ways)) {
      await succeed(admin.delete(`assets/${id}/media`, { keep: 'previews' }))
      t.equal(await usageOf(world), usage - bytes.length, 'the bytes count no more')
      await readUntil(() => stored(world, sha256), (left) => left === count - 1)
      await bringBack()
      await readUntil(() => mediaOf(admin, id), (media) => media.length === 1 && media[0]!.status === 'ready')
      t.match(await renderedFile(admin, id), { version: 1, filename: 'back.avi', proxy_status: 'done', proxies: [{}, {}] }, way)
      t.match(await analysedMedia(admin, id), [{ previews: [{}, {}, {}] }], way)
      t.strictSame(await madeOf(world, sha256), made, `${way}: nothing is made again`)
      t.match(await readItem(admin, 'assets', id), { title: 'Film', media_type: 'live', tags: ['kept'], project_id: project.id }, way)
      t.match((await succeed(admin.get(`assets/${id}/comments`))).comments, [{ id: comment.id, version: 1 }], way)
      t.match(JSON.stringify(await succeed(admin.get(values))), /Harbour/, way)
      t.match((await succeed(admin.get(`collections/${collection.id}/assets`))).assets, [{ id }], way)
      t.match(await succeed(admin.get(`assets/${id}/approvals`)), { status: 'approved', approvals: [{ status: 'approved' }] }, way)
      t.equal(await newsOf(), news, `${way}: nobody is told`)
      t.equal(await usageOf(world), usage, way)
    }
    t.match((await succeed(admin.get(`drop_folders/${dropId}/arrivals`))).arrivals, [{ status: 'done', asset_id: id }])
    t.equal((await succeed(admin.get(`projects/${project.id}/assets`))).assets.length, 1)
    t.match(await verify(world), { missing: [], damaged: [], orphaned: [] })

    await t.test('With nothing kept, a drop folder has no asset to bring it back to', async (t) => {
      await succeed(admin.delete(`assets/${id}/media`, { keep: 'nothing' }))
      await readUntil(() => stored(world, sha256), (left) => left === 0)
      writeFileSync(join(ingest, 'other.avi'), bytes)
      const { arrivals: [arrival] } = await readUntil(() => succeed(admin.get(`drop_folders/${dropId}/arrivals`)),
        ({ arrivals }) => arrivals[0].path === 'other.avi' && arrivals[0].status === 'done')
      t.not(arrival.asset_id, id)
      t.equal((await mediaOf(admin, id)).length, 0)
    })
  })

  t.test(`A film that is rendered when its file is removed leaves nothing, and is rendered when it is back (${dialect})`, needs.films, async (t) => {
    const { admin, world } = await open(t, dialect, on)
    const bytes = await makeByFfmpeg(t, 'film.mov', [...picture(8, '640x360'), '-c:v', 'prores_ks'])
    const sender = await startFileSender(t, { bytes })
    const { id } = await addItemTo(admin, 'assets', (await addProject(admin)).id)
    await attach(admin, id, sender.url, 'film.mov')
    await readUntil(() => mediaOf(admin, id), ([file]) => file?.proxy_status === 'running')
    await succeed(admin.delete(`assets/${id}/media`, { keep: 'previews' }))
    await told(world, id)
    await readUntil(() => stored(world, sumOf(bytes)), (count) => count <= 4)
    t.match(await mediaOf(admin, id), [{ status: 'removed', download_url: null }])
    await readUntil(() => verify(world), ({ orphaned }) => orphaned.length === 0)
    t.match(await verify(world), { missing: [], damaged: [] })
    await attach(admin, id, sender.url, 'film.mov')
    await readUntil(() => mediaOf(admin, id), ([file]) => file?.status === 'ready')
    t.match(await renderedFile(admin, id), { version: 1, proxy_status: 'done', proxies: [{ kind: 'mp4' }] })
    await readUntil(() => verify(world), ({ orphaned }) => orphaned.length === 0)
  })

  t.test(`A file that is downloaded when it is removed comes whole, or breaks off (${dialect})`, async (t) => {
    const { admin, world } = await open(t, dialect)
    const bytes = randomBytes(32 * 1024 ** 2)
    const { id } = await addItemTo(admin, 'assets', (await addProject(admin)).id)
    const { download_url: url } = await attachReady(admin, id, (await startFileSender(t, { bytes })).url)
    const base = await listeningUrl(world)
    const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      get(base + pathOf(url), resolve).on('error', reject)
    })
    const chunks: Buffer[] = []
    for await (const chunk of answer) {
      if (chunks.push(chunk as Buffer) > 1) continue
      await succeed(admin.delete(`assets/${id}/media`, { keep: 'nothing' }))
      await told(world, id)
      await readUntil(() => stored(world, sumOf(bytes)), (count) => count === 0)
    }
    t.equal(answer.statusCode, 200)
    t.equal(sumOf(Buffer.concat(chunks)), sumOf(bytes))
    t.equal((await fetch(base + pathOf(url))).status, 404)
  })

  t.test(`A file that is ejected when it is removed goes out whole, or is in the errors (${dialect})`, async (t) => {
    const { admin, app, world } = await open(t, dialect)
    const { id } = await addItemTo(admin, 'assets', (await addProject(admin)).id)
    await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(50) })).url, 'film.mov')
    const { drop_folder: drop } = await succeed(admin.post('drop_folders', { title: 'Out', direction: 'out', location: 'out' }))
    const media = app.media as { -readonly [Key in keyof Media]: Media[Key] }
    const { sendOut } = media
    const begun = promised()
    const removed = promised()
    media.sendOut = async (task, options) => {
      begun.resolve()
      await removed.promise
      return sendOut(task, options)
    }
    const { eject } = await succeed(admin.post(`assets/${id}/ejects`, { drop_folder_id: drop.id }))
    await begun.promise
    await succeed(admin.delete(`assets/${id}/media`, { keep: 'previews' }))
    await told(world, id)
    removed.resolve()
    const where = { ejectId: eject.id, failingSince: { not: null } }
    const failing = () => app.database.reads.prisma.ejectFile.findFirst({ where })
    await readUntil(failing, (row) => row !== null)
    await app.transact(world.adminCaller, async ({ prisma, time }) => {
      await prisma.ejectFile.updateMany({ where: { ejectId: eject.id, assetId: id }, data: { dueAt: time } })
    })
    const ended = await readUntil(() => succeed(admin.get(`ejects/${eject.id}`)), ({ eject }) => eject.finished_at !== null)
    t.match(ended, { eject: { status: 'failed', failed: 1 }, errors: [{ asset_id: id, error: 'No file is ready' }] })
    t.match((await admin.post(`assets/${id}/ejects`, { drop_folder_id: drop.id })).body, { error: 'No file is ready' })
  })

  t.test(`A copy of the database knows what was removed (${dialect})`, async (t) => {
    const { admin, config, url, world } = await open(t, dialect, { MEDIA_ANALYSIS_PARALLEL: '1' })
    const project = await addProject(admin)
    const one = await addItemTo(admin, 'assets', project.id)
    const other = await addItemTo(admin, 'assets', project.id)
    for (const { id } of [one, other]) {
      await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(50) })).url)
    }
    for (const { id } of [one, other]) await analysedMedia(admin, id)
    await succeed(admin.delete(`assets/${one.id}/media`, { keep: 'previews' }))
    await told(world, one.id)
    const target = await createTestDatabase(dialect === 'sqlite' ? 'postgresql' : 'sqlite')
    t.teardown(target.drop)
    await copyDatabase({ from: url, to: target.url, progress: silent })
    const database = await openDatabase(target.url)
    t.teardown(() => database.close())
    const found = await verifyMedia({ database, storage: openStorage(config) })
    t.match(found, { missing: [], damaged: [], orphaned: [] })
    t.match(await database.reads.prisma.asset.findUnique({ where: { id: one.id } }), { removedVersion: 1, mediaType: 'placeholder' })
  })
}
