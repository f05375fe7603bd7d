import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Test } from 'tap'
import { pino } from 'pino'
import { attachmentHolder } from '#src/attachments/follow.js'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { newId } from '#src/basics/ids.js'
import { systemCaller } from '#src/core/caller.js'
import { dueFiles } from '#src/media/ingest/claim.js'
import { bindBlob } from '#src/media/ingest/blobs.js'
import { fail, finish, pause } from '#src/media/ingest/settle.js'
import { newKey } from '#src/media/storage/keys.js'
import { LeaseLost } from '#src/work/claims/claim.js'
import { createWorker, type Worker } from '#src/work/claims/worker.js'
import { dialects, neverOverloaded, type World } from '../../helper/app.js'
import { addAsset, eventsOf } from '../../helper/items.js'
import { sha256 } from '../../helper/media/fetching.js'
import { startFileSender } from '../../helper/media/sender.js'
import { attach, filesIn, inOneAppWithMedia, mediaOf, readUntil, settledMedia } from '../../helper/media/world.js'

const MEBIBYTE = 1024 ** 2
const SIZE = 2 * MEBIBYTE

/** A possible state of a file after a kill. */
interface Leftover {
  readonly name: string
  /** Bytes in the temporary file; null if there is none. */
  readonly received: number | null
  /** The number of bytes in the row. */
  readonly progress: number
  readonly bound: boolean
  readonly placed: boolean
  /** The ranges that are requested from the sender afterwards. */
  readonly ranges: Array<string | undefined>
}

const onDatabases = inOneAppWithMedia(dialects, { JOBS: 'off' })

const leftovers: Leftover[] = [
  { name: 'before anything came', received: null, progress: 0, bound: false, placed: false, ranges: [undefined] },
  {
    name: 'when the head of the answer had come',
    received: MEBIBYTE,
    progress: 0,
    bound: false,
    placed: false,
    ranges: [undefined]
  },
  {
    name: 'with more in the temporary file than is known',
    received: MEBIBYTE + 7,
    progress: MEBIBYTE,
    bound: false,
    placed: false,
    ranges: [`bytes=${MEBIBYTE}-`]
  },
  {
    name: 'and the temporary file is on another machine',
    received: null,
    progress: MEBIBYTE,
    bound: false,
    placed: false,
    ranges: [undefined]
  },
  { name: 'when all had come', received: SIZE, progress: SIZE, bound: false, placed: false, ranges: [] },
  {
    name: 'between noting the bytes and storing them',
    received: SIZE,
    progress: SIZE,
    bound: true,
    placed: false,
    ranges: []
  },
  {
    name: 'between storing the bytes and recording it',
    received: null,
    progress: SIZE,
    bound: true,
    placed: true,
    ranges: []
  },
  {
    name: 'after noting the bytes, which were lost then',
    received: null,
    progress: SIZE,
    bound: true,
    placed: false,
    ranges: [undefined]
  }
]

onDatabases('The files of a killed process become ready, whatever it was doing', async (t, world) => {
  const { admin, config } = world
  const killed = await Promise.all(leftovers.map(async (leftover) => {
    const bytes = randomBytes(SIZE)
    const sender = await startFileSender(t, { bytes })
    const { id } = await addAsset(admin)
    await attach(admin, id, sender.url)
    await leaveBehind(world, id, bytes, leftover)
    return { ...leftover, assetId: id as string, bytes, sender }
  }))
  await startJobs(t, world)
  for (const { name, assetId, bytes, sender, ranges } of killed) {
    t.match(
      await settledMedia(admin, assetId),
      [{ status: 'ready', size: SIZE, checksum: { value: sha256(bytes) } }],
      name
    )
    t.same(sender.requests.map(({ headers }) => headers.range), ranges, name)
    t.same(
      await eventsOf(admin, 'assets', assetId),
      ['ASSET_FINISHED_INGEST', 'ASSET_STARTED_INGEST', 'ASSET_ADDED'],
      name
    )
  }
  const { objects } = await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
  t.same(
    await Promise.all(objects.map(async (name) => sha256(await readFile(join(config.MEDIA_DIR, 'objects', name)))))
      .then((digests) => digests.sort()),
    killed.map(({ bytes }) => sha256(bytes)).sort(),
    'nothing but these files is stored'
  )
})

onDatabases('What a killed process has received becomes ready, or fails if its bytes are gone', async (t, world) => {
  const { admin } = world
  const bytes = randomBytes(SIZE)
  const leave = async (received: number | null) => {
    const { id } = await addAsset(admin)
    await attach(admin, id, 'http://127.0.0.1:1/')
    await leaveBehind(world, id, bytes, { received, progress: SIZE, bound: false, placed: false }, { sourceUrl: '' })
    return id as string
  }
  const before = (await filesIn(world)).objects.length
  const [whole, short, gone] = [await leave(SIZE), await leave(SIZE - 1), await leave(null)]
  await startJobs(t, world)
  t.match(await settledMedia(admin, whole), [{ status: 'ready', size: SIZE, checksum: { value: sha256(bytes) } }])
  for (const id of [short, gone]) {
    const error = 'The bytes that were uploaded are not there any more'
    t.match(await settledMedia(admin, id), [{ status: 'failed', error }])
  }
  const { objects } = await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
  t.equal(objects.length, before + 1)
})

onDatabases('A worker that has lost the lease of a file cannot settle it', async (t, world) => {
  const { app, admin } = world
  const { id } = await addAsset(admin)
  await attach(admin, id, 'http://127.0.0.1:1/')
  const blobs = () => app.database.reads.prisma.mediaBlob.count()
  const before = await blobs()
  const now = new Date()
  const [worker, other] = [createWorker(app), createWorker(app)]
  const claim = (by: Worker) =>
    app.transact(systemCaller(), (tx) => dueFiles.claim(tx, by, { now: new Date(), longestDelayMs: 0, limit: 5 }))
  const [first] = await claim(worker)
  t.same(await claim(other), [], 'nobody else gets it')
  await worker.leave()
  const [second] = await claim(other)
  for (const settle of [
    async (tx: Parameters<typeof fail>[0]) => {
      await finish(tx, first!, { bytes: 5, contentType: null, limit: null, versions: 0, holders: [attachmentHolder] })
    },
    (tx: Parameters<typeof fail>[0]) => fail(tx, first!, 'too late', []),
    (tx: Parameters<typeof fail>[0]) => pause(tx, first!, null, { dueAt: now, failures: 1, error: 'too late' }),
    async (tx: Parameters<typeof fail>[0]) => {
      await bindBlob(tx, first!, { sha256: sha256(Buffer.from('x')), crc32: 1 }, 1)
    }
  ]) await t.rejects(app.transact(first!.caller, settle), LeaseLost)
  t.match(await mediaOf(admin, id), [{ status: 'ingesting', error: null }])
  t.equal(await blobs(), before, 'its other writes are rolled back')
  t.same(await eventsOf(admin, 'assets', id), ['ASSET_STARTED_INGEST', 'ASSET_ADDED'])
  await app.transact(second!.caller, (tx) => fail(tx, second!, 'in time', []))
  t.match(await mediaOf(admin, id), [{ status: 'failed', error: 'in time' }])
  await t.rejects(
    app.transact(second!.caller, (tx) => fail(tx, second!, 'again', [])),
    LeaseLost,
    'a file is settled only once'
  )
})

onDatabases('The file of a killed process is taken up even if the clock was set back', async (t, world) => {
  const { app, admin } = world
  const bytes = randomBytes(1000)
  const sender = await startFileSender(t, { bytes })
  const inAnHour = new Date(Date.now() + 60 * 60 * 1000)
  const states = [
    { status: 'ingesting', owner: 'the dead', leaseToken: 'of the dead' }, { status: 'pending', leaseToken: null }
  ]
  const ids = await Promise.all(states.map(async (state) => {
    const { id } = await addAsset(admin)
    await attach(admin, id, sender.url)
    await app.transact(world.adminCaller, async (tx) => {
      await tx.prisma.mediaFile.updateMany({ where: { assetId: id }, data: { ...state, dueAt: inAnHour } })
    })
    return id as string
  }))
  await app.transact(world.adminCaller, (tx) =>
    tx.prisma.worker.create({ data: { id: 'the dead', aliveUntil: inAnHour } }))
  await startJobs(t, world)
  for (const id of ids) t.match(await settledMedia(admin, id), [{ status: 'ready' }])
})

/** Restores the state after a kill in the middle of an ingest, when the worker is known to be dead. */
async function leaveBehind (
  { app, adminCaller, config }: World, assetId: string, bytes: Buffer,
  { received, progress, bound, placed }: Omit<Leftover, 'name' | 'ranges'>, source: { sourceUrl?: string } = {}
): Promise<void> {
  const file = await app.database.reads.prisma.mediaFile.findFirstOrThrow({ where: { assetId } })
  const partial = `${file.id}.${newId()}`
  if (received !== null) {
    await mkdir(join(config.MEDIA_DIR, 'incoming'), { recursive: true })
    await writeFile(
      join(config.MEDIA_DIR, 'incoming', partial),
      Buffer.concat([bytes, Buffer.alloc(received)]).subarray(0, received)
    )
  }
  const digest = sha256(bytes)
  const key = newKey(digest)
  if (placed) {
    await mkdir(dirname(join(config.MEDIA_DIR, 'objects', key)), { recursive: true })
    await writeFile(join(config.MEDIA_DIR, 'objects', key), bytes)
  }
  await app.transact(adminCaller, async (tx) => {
    const blobId = bound ? newId() : null
    if (blobId !== null) {
      await tx.prisma.mediaBlob.create({
        data: { id: blobId, sha256: digest, size: BigInt(bytes.length), key, crc32: crc32(bytes), createdAt: tx.time }
      })
    }
    const columns = progress === 0 && received === null
      ? {}
      : { partial, progress: BigInt(progress), total: BigInt(bytes.length), validator: '"1"' }
    await tx.prisma.mediaFile.update({
      where: { id: file.id },
      data: {
        status: 'ingesting',
        owner: 'the dead',
        leaseToken: 'of the dead',
        dueAt: tx.time,
        blobId,
        ...columns,
        ...source
      }
    })
  })
}

async function startJobs (t: Test, { config, url }: World): Promise<void> {
  const app = await buildApp({
    config: { ...config, JOBS: true },
    database: await openDatabase(url),
    logger: pino({ level: 'silent' }),
    overload: neverOverloaded
  })
  t.teardown(() => app.close())
  await app.ready()
}
