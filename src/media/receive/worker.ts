import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../basics/folders.js'
import { MEBIBYTE } from '../../basics/units.js'
import { createAddressGuard, createOutboundClient } from '../../outbound/index.js'
import { createDiskBudget } from '../../process/disk-budget.js'
import { serve } from '../../work/workers/serve.js'
import { openStorage } from '../storage/open.js'
import { createIncoming } from './incoming.js'
import { createFileDigest, type Sums } from './file-digest.js'
import type { Incoming, Order, Progress, ReceiveResult, ReceiverSettings } from './messages.js'
import { createPartialFiles } from './partial-files.js'
import { createReceiver } from './receiver.js'

/** The thread yields to those that answer requests. */
const NICENESS = 10
/** How many bytes of a stored file are read between two reports. */
const TELL_BYTES = 64 * MEBIBYTE

interface SumOptions {
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

// Only Linux has a priority for each thread. Elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(0, NICENESS)

/**
 * This thread receives, hashes and stores the bytes of files, so that requests never wait for them. It knows no
 * database, only messages.
 */
serve<ReceiverSettings, Order, ReceiveResult | Incoming | Sums | string | undefined, Progress>((settings) => {
  const client = createOutboundClient({ isAllowed: createAddressGuard(settings.addresses) })
  const partials = createPartialFiles(settings.folder)
  const storage = openStorage(settings.storage)
  const room = createDiskBudget(settings.folder)
  const incoming = createIncoming({ partials, room })
  const resume: typeof partials.resume = async (fileId, received) =>
    incoming.take(received) ?? partials.resume(fileId, received)
  const { receive } = createReceiver({ client, partials: { ...partials, resume }, room, settings })
  async function fetchStored ({ key, partial }: { key: string, partial: string }, signal: AbortSignal): Promise<void> {
    await makeFolder(settings.folder)
    await pipeline(await storage.read(key), createWriteStream(partials.pathOf(partial), { flags: 'wx' }), { signal })
  }
  async function sum (key: string, { signal, onProgress }: SumOptions): Promise<Sums> {
    const digest = createFileDigest()
    let bytes = 0
    let told = 0
    await pipeline(await storage.read(key), async (chunks) => {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        digest.update(chunk)
        bytes += chunk.length
        if (bytes - told < TELL_BYTES) continue
        onProgress(told = bytes)
      }
    }, { signal })
    return digest.sums()
  }

  return {
    async handle (order, options) {
      switch (order.kind) {
        case 'receive': return await receive(order.task, options)
        case 'discard':
          await incoming.close(order.partial)
          await partials.discard(order.partial)
          return
        case 'fetch':
          await fetchStored(order, options.signal)
          return
        case 'place':
          if (order.copy !== null) await partials.copy(order.partial, order.copy)
          await storage.place(partials.pathOf(order.partial), order.key)
          partials.forget(order.partial)
          return
        case 'sum': return await sum(order.key, options)
        default: return await incoming.handle(order)
      }
    }
  }
})
