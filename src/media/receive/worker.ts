import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../basics/folders.js'
import { createAddressGuard, createOutboundClient } from '../../outbound/index.js'
import { createDiskBudget } from '../../process/disk-budget.js'
import { serve } from '../../work/workers/serve.js'
import { openStorage } from '../storage/open.js'
import { createIncoming } from './incoming.js'
import type { Incoming, Order, Received, ReceiveResult, ReceiverSettings } from './messages.js'
import { createPartialFiles } from './partial-files.js'
import { createReceiver } from './receiver.js'

/** The thread yields to those that answer requests. */
const NICENESS = 10

// Only Linux has a priority for each thread. Elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(0, NICENESS)

/**
 * This thread receives, hashes and stores the bytes of files, so that requests never wait for them. It knows no
 * database, only messages.
 */
serve<ReceiverSettings, Order, ReceiveResult | Incoming | string | undefined, Received>((settings) => {
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
        default: return await incoming.handle(order)
      }
    }
  }
})
