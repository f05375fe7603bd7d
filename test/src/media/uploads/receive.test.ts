import { Readable } from 'node:stream'
import { createReceiver } from '#src/media/uploads/receive.js'
import { findUpload } from '#src/media/uploads/rows.js'
import type { FileThread } from '#src/media/thread/thread.js'
import { inAppOfProcess } from '../../../helper/app.js'
import { addAsset, succeed } from '../../../helper/items.js'
import { readUntil } from '../../../helper/media/world.js'

const SIZE = 3

inAppOfProcess()('A request that has lost the upload leaves the bytes of the one that has finished it', async (t, { app, admin, adminCaller }) => {
  const { id } = await addAsset(admin)
  const { upload } = await succeed(admin.post(`assets/${id}/uploads`, { filename: 'a.txt', size: SIZE }))
  const row = await app.database.reads.sql.first(findUpload, [upload.id])

  const discarded: string[] = []
  const orders: Array<{ fail: (error: Error) => void, write: () => void }> = []
  const thread = {
    open: async () => ({ partial: 'bytes', bytes: 0, digest: null }),
    write: async () => new Promise<void>((resolve, reject) => { orders.push({ write: resolve, fail: reject }) }),
    sync: async () => ({ partial: 'bytes', bytes: SIZE, digest: null }),
    seal: async () => ({ sha256: 'a'.repeat(64), crc32: 0 }),
    discard: async (partial: string) => { discarded.push(partial) },
    undo: async () => {},
    rest: async () => {}
  } as Partial<FileThread> as FileThread
  const receive = createReceiver({
    transact: app.transact,
    thread,
    holders: [],
    idleTimeoutMs: 60_000,
    stopping: new AbortController().signal
  })
  const begin = async (count: number) => {
    const received = receive(row!, { body: Readable.from([Buffer.from('abc')]), length: SIZE, offset: 0, checksum: null })
      .catch((error: Error) => error)
    await readUntil(() => orders.length, (begun) => begun === count)
    return { received }
  }

  const lost = await begin(1)
  // Its lease has passed.
  await app.transact(adminCaller, async (tx) =>
    tx.prisma.upload.updateMany({ where: { id: row!.id }, data: { leasedUntil: null } }))
  const second = await begin(2)
  orders[1]!.write()
  t.match(await second.received, { bytes: SIZE })
  orders[0]!.fail(new Error('Another request has the file'))
  t.match(await lost.received, { message: 'not found' })
  t.strictSame(discarded, [])
})
