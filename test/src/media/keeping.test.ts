import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { newId } from '#src/basics/ids.js'
import { removeUnused } from '#src/media/housekeeping/remove-unused.js'
import { newKey } from '#src/media/storage/keys.js'
import { openStorage } from '#src/media/storage/open.js'
import { sweepMedia } from '#src/media/housekeeping/sweep.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { createWorld, dialects, type World } from '../../helper/app.js'
import { addAsset, addProject, assign } from '../../helper/items.js'
import { sha256 } from '../../helper/media/fetching.js'
import { filesIn, mediaOf, mediaSettings } from '../../helper/media/world.js'

const HOUR_MS = 60 * 60 * 1000
const never = new AbortController().signal

/** Gives an asset a ready file without an ingest. Bytes that are already stored are used again. */
async function store (
  { app, adminCaller, config }: World, assetId: string, bytes: Buffer
): Promise<{ key: string, path: string }> {
  const digest = sha256(bytes)
  return app.transact(adminCaller, async (tx) => {
    const known = await tx.prisma.mediaBlob.findUnique({ where: { sha256: digest } })
    const blob = known ??
      await tx.prisma.mediaBlob.create({
        data: { id: newId(), sha256: digest, size: BigInt(bytes.length), key: newKey(digest), createdAt: tx.time }
      })
    const path = join(config.MEDIA_DIR, 'objects', blob.key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    await tx.prisma.mediaFile.create({
      data: {
        id: newId(),
        accountId: adminCaller.accountId,
        assetId,
        userId: adminCaller.userId,
        filename: 'file.bin',
        sourceUrl: '',
        status: 'ready',
        contentType: 'video/mp4',
        blobId: blob.id,
        createdAt: tx.time
      }
    })
    return { key: blob.key, path }
  })
}

for (const dialect of dialects) {
  const open = async (t: Parameters<typeof createWorld>[0]) => {
    const world = await createWorld(t, dialect, { ...mediaSettings(t), JOBS: 'off' })
    const storage = openStorage(world.config)
    return { ...world, storage, remove: (signal = never) => removeUnused({ ...world.app, storage }, signal) }
  }

  t.test(`Deleting a project removes the files of its assets, except those that other assets use (${dialect})`, async (t) => {
    const world = await open(t)
    const { admin } = world
    const { id: projectId } = await addProject(admin)
    const outside = (await addAsset(admin)).id
    const shared = randomBytes(100)
    await store(world, outside, shared)
    for (let count = 0; count < 5; count++) {
      const { id } = await addAsset(admin)
      await assign(admin, 'assets', id, projectId)
      await store(world, id, count === 0 ? shared : randomBytes(100))
    }
    await admin.delete(`projects/${projectId}`)
    t.equal((await filesIn(world)).objects.length, 5, 'they are removed later')
    await Promise.all([world.remove(), world.remove()])
    t.match((await filesIn(world)).objects, [new RegExp(sha256(shared))])
    t.match(await mediaOf(admin, outside), [{ status: 'ready', checksum: { value: sha256(shared) } }])
    const { prisma } = world.app.database.reads
    t.same(await Promise.all([prisma.mediaRemoval.count(), prisma.mediaBlob.count(), prisma.mediaFile.count()]), [0, 1,
      1])
  })

  t.test(`The removal of a stored file that fails is retried, and does not block other removals (${dialect})`, async (t) => {
    const world = await open(t)
    const assets = await Promise.all([1, 2, 3].map(async () => (await addAsset(world.admin)).id as string))
    const [stuck] = await Promise.all(assets.map((id) => store(world, id, randomBytes(100))))
    for (const id of assets) await world.admin.delete(`assets/${id}`)
    const failing = {
      remove: async (key: string) => {
        if (key === stuck!.key) throw new Error('no')
        else await world.storage.remove(key)
      }
    }
    await t.rejects(removeUnused({ ...world.app, storage: failing }, never), /1 stored files could not be removed/)
    t.equal((await filesIn(world)).objects.length, 1)
    await world.remove()
    t.same((await filesIn(world)).objects, [])
  })

  t.test(`Verifying reports exactly the missing, damaged and orphaned files (${dialect})`, async (t) => {
    const world = await open(t)
    const { admin, storage, config: { MEDIA_DIR: folder } } = world
    const { database } = world.app
    const assets = await Promise.all([1, 2, 3, 4].map(async () => (await addAsset(admin)).id as string))
    const [sound, missing, shorter, flipped] = await Promise.all(assets.map((id) =>
      store(world, id, randomBytes(1000))
    ))
    t.same(await verifyMedia({ database, storage }), {
      checked: 4,
      bytes: 4000,
      missing: [],
      damaged: [],
      orphaned: []
    })

    await rm(missing!.path)
    await writeFile(shorter!.path, 'short')
    await writeFile(flipped!.path, randomBytes(1000))
    const unknown = newKey(sha256(Buffer.from('unknown')))
    await mkdir(join(folder, 'objects', unknown.slice(0, 2)), { recursive: true })
    await writeFile(join(folder, 'objects', unknown), 'unknown')
    await writeFile(join(folder, 'objects', unknown.slice(0, 2), 'notes.txt'), 'mine')

    const found = await verifyMedia({ database, storage })
    t.match(found, {
      checked: 3,
      missing: [{ key: missing!.key, media: [{ asset_id: assets[1], filename: 'file.bin' }] }]
    })
    t.same(
      found.damaged.map(({ key, reason }) => [key, reason.replace(/[0-9a-f]{64}/, '…')]).sort(),
      [
        [shorter!.key, '5 bytes instead of 1000'],
        [flipped!.key, 'its SHA-256 is …']
      ].sort()
    )
    t.same(
      found.orphaned.map((file) => 'key' in file ? file.key : file.path).sort(),
      [unknown, `${unknown.slice(0, 2)}/notes.txt`].sort()
    )
    t.notMatch(JSON.stringify(found), sound!.key)
    t.same((await verifyMedia({ database, storage, quick: true })).damaged.map(({ key }) => key), [shorter!.key])
  })

  t.test(`Unused temporary files are removed after an hour, and the records of expired download URLs too (${dialect})`, async (t) => {
    const world = await open(t)
    const { app, admin, adminCaller, config } = world
    const folder = join(config.MEDIA_DIR, 'incoming')
    await sweepMedia({ ...app, folder }, never)
    await mkdir(folder, { recursive: true })
    const { id } = await addAsset(admin)
    await admin.post(`assets/${id}/media`, { file_url: 'http://127.0.0.1:1/', filename: 'a' })
    const file = await app.database.reads.prisma.mediaFile.findFirstOrThrow()
    const known = `${file.id}.${newId()}`
    const names = {
      known,
      older: `${file.id}.${newId()}`,
      nobodys: `${newId()}.${newId()}`,
      young: `${newId()}.${newId()}`,
      foreign: 'notes.txt'
    }
    for (const name of Object.values(names)) await writeFile(join(folder, name), 'x')
    const longAgo = new Date(Date.now() - 2 * HOUR_MS)
    for (const name of Object.values(names)) {
      if (name !== names.young) await utimes(join(folder, name), longAgo, longAgo)
    }
    await app.transact(adminCaller, async (tx) => {
      await tx.prisma.mediaFile.update({ where: { id: file.id }, data: { partial: known } })
      await tx.prisma.mediaDownload.createMany({
        data: [{ signature: 'expired', expiresAt: longAgo }, {
          signature: 'good',
          expiresAt: new Date(Date.now() + HOUR_MS)
        }]
      })
    })
    await sweepMedia({ ...app, folder }, never)
    t.same((await readdir(folder)).sort(), [known, names.young, names.foreign].sort())
    t.same((await app.database.reads.prisma.mediaDownload.findMany()).map(({ signature }) => signature), ['good'])

    await app.transact(adminCaller, (tx) => tx.prisma.mediaDownload.createMany({
      data: Array.from({ length: 2500 }, (_, index) => ({ signature: `expired ${index}`, expiresAt: longAgo }))
    }))
    let transactions = 0
    const transact: typeof app.transact = (...parameters) => {
      transactions++
      return app.transact(...parameters)
    }
    await sweepMedia({ database: app.database, transact, folder }, never)
    t.equal(transactions, 3, 'many records are removed in several transactions')
    t.same((await app.database.reads.prisma.mediaDownload.findMany()).map(({ signature }) => signature), ['good'])
  })
}
