import { parentPort, workerData } from 'node:worker_threads'
import type { Message, Report } from './station.js'

/** Handles an order in a worker. */
export interface Handler<Order, Value, Progress> {
  readonly handle: (order: Order, options: HandlerOptions<Progress>) => Promise<Value> | Value
  /** Closes what the worker has open. */
  readonly end?: () => void
}

export interface HandlerOptions<Progress> {
  /** Aborts when the order is given up. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/**
 * The worker's side of a supervisor, in a thread or in a child process: the last thing that its script does. Values and
 * errors go back to the supervisor.
 */
export function serve<Settings, Order, Value, Progress = never> (
  open: (settings: Settings) => Handler<Order, Value, Progress>
): void {
  const { tell, listen, settings, leave } = parentPort === null ? ofProcess() : ofThread(parentPort)
  const { handle, end } = open(settings as Settings)
  const underWay = new Map<number, AbortController>()

  async function carryOut (id: number, order: Order): Promise<void> {
    const givingUp = new AbortController()
    underWay.set(id, givingUp)
    try {
      const onProgress = (progress: Progress) => tell({ id, progress })
      tell({ id, value: await handle(order, { signal: givingUp.signal, onProgress }) })
    } catch (error) {
      const { name, message, code, stack } = error as NodeJS.ErrnoException
      tell({ id, failure: { name, message, code, stack } })
    }
    underWay.delete(id)
  }

  listen((message) => {
    if (message === null) {
      end?.()
      leave()
    } else if ('order' in message) carryOut(message.id, message.order as Order)
    else underWay.get(message.id)?.abort()
  })
  tell({ ready: true })
}

function ofThread (port: NonNullable<typeof parentPort>) {
  return {
    settings: workerData as unknown,
    tell: (report: Report) => port.postMessage(report),
    listen: (hear: (message: Message) => void) => { port.on('message', hear) },
    leave: () => port.close()
  }
}

function ofProcess () {
  // The parent process is gone.
  process.on('disconnect', () => process.exit())
  return {
    settings: JSON.parse(process.argv[2] ?? 'null') as unknown,
    tell: (report: Report) => { process.send?.(report) },
    listen: (hear: (message: Message) => void) => { process.on('message', hear) },
    leave: () => process.disconnect()
  }
}
