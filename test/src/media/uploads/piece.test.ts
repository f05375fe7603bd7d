import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import type { FileThread } from '#src/media/thread/thread.js'
import { receivePiece, SenderGone, type UploadPiece, type PieceOptions } from '#src/media/uploads/piece.js'
import { readUntil } from '../../../helper/media/world.js'

const SIZE = 100 * 1024 ** 2
const CHUNK_BYTES = 64 * 1024

/** A thread that writes when the test lets it. */
function startSlowThread () {
  const orders: number[][] = []
  let waiting: Array<() => void> = []
  let isFree = false
  let bytes = 0
  const thread = {
    open: async () => ({ partial: 'p', bytes: 0, digest: null }),
    write: async (_open: unknown, chunks: readonly Uint8Array[]) => {
      orders.push(chunks.map(({ length }) => length))
      if (!isFree) await new Promise<void>((resolve) => waiting.push(resolve))
      bytes += chunks.reduce((sum, { length }) => sum + length, 0)
    },
    sync: async () => ({ partial: 'p', bytes, digest: null }),
    undo: async () => {}
  } as Partial<FileThread> as FileThread
  return {
    thread,
    orders,
    /** From now on it writes at once. */
    free: () => {
      isFree = true
      for (const resolve of waiting) resolve()
      waiting = []
    }
  }
}

function receive (t: Test, thread: FileThread, body: Readable, options: Partial<PieceOptions> = {}) {
  const stopping = new AbortController()
  t.teardown(() => {
    stopping.abort()
    body.destroy()
  })
  const piece: UploadPiece = { body, length: null, offset: 0, checksum: null }
  return receivePiece(piece, {
    uploadId: 'u',
    writer: 'w',
    size: SIZE,
    arrived: null,
    thread,
    mostGathered: 4 * CHUNK_BYTES,
    idleTimeoutMs: 60_000,
    stopping: stopping.signal,
    onOpen: () => {},
    note: async () => {},
    ...options
  })
}

/** A piece whose first byte is being written. */
async function startWriting (t: Test) {
  const { thread, orders, free } = startSlowThread()
  const body = new Readable({ read () {} })
  const received = receive(t, thread, body)
  body.push(Buffer.alloc(1))
  await readUntil(() => orders.length, (count) => count === 1)
  return { body, received, orders, free }
}

t.test('Bytes that arrive while the thread writes are its next order, which does not wait for more', async (t) => {
  const { body, received, orders, free } = await startWriting(t)
  for (const bytes of [2, 3, 4]) body.push(Buffer.alloc(bytes))
  await readUntil(() => body.readableLength, (length) => length === 0)
  free()
  await readUntil(() => orders.length, (count) => count === 2)
  t.strictSame(orders, [[1], [2, 3, 4]])
  body.push(null)
  t.match(await received, { bytes: 10, interruption: null })
})

t.test('A sender that is faster than the disk is paused', async (t) => {
  const { thread, orders, free } = startSlowThread()
  let sent = 0
  const body = new Readable({
    highWaterMark: CHUNK_BYTES,
    read () {
      sent += CHUNK_BYTES
      this.push(sent > SIZE ? null : Buffer.alloc(CHUNK_BYTES))
    }
  })
  const received = receive(t, thread, body)
  await readUntil(() => body.isPaused(), (isPaused) => isPaused)
  t.equal(orders.length, 1)
  t.ok(sent <= 1024 ** 2, `${sent} bytes`)
  free()
  t.match(await received, { bytes: SIZE, interruption: null })
  t.ok(orders.every((order) => order.length * CHUNK_BYTES <= 1024 ** 2))
})

t.test('When a sender breaks off, the bytes that arrived before are written', async (t) => {
  const { body, received, free } = await startWriting(t)
  body.push(Buffer.alloc(2))
  await readUntil(() => body.readableLength, (length) => length === 0)
  body.destroy(new Error('gone'))
  await readUntil(() => body.closed, (isClosed) => isClosed)
  free()
  const { bytes, interruption } = await received
  t.equal(bytes, 3)
  t.ok(interruption instanceof SenderGone)
})

t.test('A piece is rejected if it cannot be written or recorded', async (t) => {
  const { thread, free } = startSlowThread()
  free()
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  const body = () => Readable.from([Buffer.alloc(1)], { objectMode: false })
  await t.rejects(receive(t, { ...thread, write: async () => { throw full } }, body()), full)
  await t.rejects(receive(t, thread, body(), { note: async () => { throw full } }), full)
})
