import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createAddressGuard, createOutboundClient } from '../../outbound/index.js'
import { openStorage } from '../storage/open.js'
import type { Order, ReceiveResult, ReceiverSettings, Report } from './messages.js'
import { createPartialFiles } from './partial-files.js'
import { createReceiver } from './receiver.js'
import { createDiskBudget } from '../../process/disk-budget.js'

/** So much this thread stands back behind those that answer requests. */
const NICENESS = 10

/**
 * The thread in which the bytes of files are received, hashed and stored, so that however fast they come, requests do
 * not wait. It knows no database: what it is told and what it tells are the messages.
 */
function work (settings: ReceiverSettings, tell: (report: Report) => void): (order: Order) => void {
  const client = createOutboundClient({ isAllowed: createAddressGuard(settings.addresses) })
  const partials = createPartialFiles(settings.folder)
  const storage = openStorage(settings.storage)
  const { receive } = createReceiver({ client, partials, room: createDiskBudget(settings.folder), settings })
  const underway = new Map<number, AbortController>()

  async function carryOut (order: Exclude<Order, { kind: 'stop' }>): Promise<ReceiveResult | undefined> {
    if (order.kind === 'discard') {
      await partials.discard(order.partial)
      return
    }
    if (order.kind === 'place') {
      await storage.place(partials.pathOf(order.partial), order.key)
      partials.forget(order.partial)
      return
    }
    const stopping = new AbortController()
    underway.set(order.id, stopping)
    try {
      return await receive(order.task, {
        signal: stopping.signal,
        onProgress: (received) => tell({ kind: 'progress', id: order.id, received })
      })
    } finally {
      underway.delete(order.id)
    }
  }

  return function obey (order) {
    if (order.kind === 'stop') {
      underway.get(order.id)?.abort()
      return
    }
    carryOut(order).then(
      (result) => tell({ kind: 'done', id: order.id, result }),
      (error: NodeJS.ErrnoException) =>
        tell({ kind: 'failed', id: order.id, code: error.code ?? error.name, reason: error.stack ?? error.message })
    )
  }
}

// Only on Linux has a thread a priority of its own: elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(0, NICENESS)
parentPort!.on('message', work(workerData as ReceiverSettings, (report) => parentPort!.postMessage(report)))
