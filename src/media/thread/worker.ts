import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../basics/folders.js'
import { MEBIBYTE } from '../../basics/units.js'
import { createAddressGuard, createOutboundClient } from '../../outbound/index.js'
import { createDiskBudget } from '../../process/disk-budget.js'
import { serve } from '../../work/workers/serve.js'
import { openStorage } from '../storage/open.js'
import { createUploadFiles } from './upload-files.js'
import { createFileDigest, type Sums } from './file-digest.js'
import type { Answer, FileThreadSettings, Order, Progress } from './messages.js'
import { createPartialFiles } from './partial-files.js'
import { createFetcher } from '../fetch/fetcher.js'

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
 * This thread fetches, receives, sums up and places the bytes of files, so that requests never wait for them. It knows
 * no database, only messages.
 */
serve<FileThreadSettings, Order, Answer, Progress>((settings) => {
  const client = createOutboundClient({ isAllowed: createAddressGuard(settings.addresses) })
  const partials = createPartialFiles(settings.folder, settings.mark)
  const storage = openStorage(settings.storage)
  const room = createDiskBudget(settings.folder)
  const uploads = createUploadFiles({ partials, room })
  const { fetch } = createFetcher({ client, partials, room, settings })

  async function load ({ key, partial }: { key: string, partial: string }, signal: AbortSignal): Promise<void> {
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
        case 'fetch': return await fetch(order.task, options)
        case 'finish': return await uploads.finish(order.arrived)
        case 'discard':
          await uploads.close(order.partial)
          await partials.discard(order.partial)
          return
        case 'load':
          await load(order, options.signal)
          return
        case 'place':
          if (order.copy !== null) await partials.copy(order.partial, order.copy)
          await storage.place(partials.pathOf(order.partial), order.key)
          return
        case 'sum': return await sum(order.key, options)
        default: return await uploads.handle(order)
      }
    }
  }
})
