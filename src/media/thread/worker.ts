import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../basics/folders.js'
import { createAddressGuard, createOutboundClient } from '../../outbound/index.js'
import { createDiskBudget } from '../../process/disk-budget.js'
import { serve, type HandlerOptions } from '../../work/workers/serve.js'
import { openStorage } from '../storage/open.js'
import { discardSentOut, sendOut } from './send-out.js'
import { createUploadFiles } from './upload-files.js'
import type { OrderResult, FileOrders, FileThreadSettings, Order, OrderName, Progress } from './messages.js'
import { createPartialFiles } from './partial-files.js'
import { createFileDigest } from './file-digest.js'
import { createFetcher } from '../fetch/fetcher.js'
import { createSourceReader } from '../fetch/read-source.js'
import { createTaker } from '../fetch/take.js'

/** The thread yields to those that answer requests. */
const NICENESS = 10

/** A function for each order. */
type Work = {
  [Name in OrderName]: (...given: [...Parameters<FileOrders[Name]>, HandlerOptions<Progress>]) =>
    ReturnType<FileOrders[Name]> | Promise<ReturnType<FileOrders[Name]>>
}

// Only Linux has a priority for each thread. Elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(0, NICENESS)

/**
 * This thread fetches, receives, sums up and places the bytes of files, so that requests never wait for them. It knows
 * no database, only messages.
 */
serve<FileThreadSettings, Order, OrderResult, Progress>((settings) => {
  const client = createOutboundClient({ isAllowed: createAddressGuard(settings.addresses) })
  const partials = createPartialFiles(settings.folder, settings.mark)
  const storage = openStorage(settings.storage)
  const room = createDiskBudget(settings.folder)
  const { close, ...uploads } = createUploadFiles({ partials, room })
  const taker = createTaker({ partials, room, idleTimeoutMs: settings.idleTimeoutMs })
  const { fetch } = createFetcher({ client, partials, room, taker, settings })
  const { read } = createSourceReader({ taker, partials, room })

  const work: Work = {
    ...uploads,
    fetch,
    read,
    discardSentOut,
    // Syncing a large file takes longer than an order may that was given up.
    sendOut: (task, options) => orAborted(sendOut(storage, task, options), options.signal),
    async discard (partial) {
      await close(partial)
      await partials.discard(partial)
    },
    async place (partial, key, copy) {
      if (copy !== null) await partials.copy(partial, copy)
      await storage.place(partials.pathOf(partial), key)
    },
    async sum (key, { signal }) {
      const digest = createFileDigest()
      for await (const piece of addAbortSignal(signal, await storage.read(key))) digest.update(piece as Buffer)
      return digest.sums().sha256
    },
    async load (key, partial, { signal }) {
      await makeFolder(settings.folder)
      await pipeline(await storage.read(key), createWriteStream(partials.pathOf(partial), { flags: 'wx' }), { signal })
    }
  }
  return { handle: ({ name, given }, options) => (work[name] as (...all: unknown[]) => OrderResult)(...given, options) }
})

/** The result of work; or a failure as soon as it is given up. */
function orAborted<Result> (work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return Promise.race([work, new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It was given up')))
  })])
}
