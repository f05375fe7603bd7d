import { fileURLToPath } from 'node:url'
import { MEBIBYTE } from '../../basics/units.js'
import { killGroup, startLimited } from './limited.js'
import { WorkerEnded, type Message, type Report, type StartWorker } from './station.js'

export interface ChildOptions {
  /** All memory of the process: the heap, and what native code allocates. A process that needs more dies. */
  readonly memoryMb: number
  /** The part of it for the JavaScript heap. Default: half. */
  readonly heapMb?: number
  /** Processor time, for all orders of the process. */
  readonly cpuSeconds?: number
  /** Settings that the process gets at its start, as JSON. */
  readonly settings?: unknown
  /** Its environment, which is empty otherwise. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Child processes run a script of Node's that calls `serve`. They are for native code that reads untrusted bytes, whose
 * faults would end the process of a thread. They have no environment, and end when this process does.
 */
export function child (
  script: URL, { memoryMb, heapMb = memoryMb / 2, cpuSeconds, settings, env }: ChildOptions
): StartWorker {
  // Code of WebAssembly is not optimised: optimising takes longer than it then runs for one file.
  const parameters = ['--liftoff-only', `--max-old-space-size=${Math.ceil(heapMb)}`, fileURLToPath(script), JSON.stringify(settings ?? null)]
  return ({ hear, ended }) => {
    const started = startLimited(process.execPath, parameters, {
      memoryBytes: memoryMb * MEBIBYTE,
      cpuSeconds,
      env,
      output: ['ignore', 'ignore', 'ipc']
    })
    let cause: unknown
    started.on('message', (report) => hear(report as Report))
    // The process could not be started, or could not be sent a message.
    started.on('error', (error) => { cause = error })
    const exited = new Promise<void>((resolve) => {
      const bury = () => {
        // Processes that it has started end with it.
        killGroup(started)
        ended(new WorkerEnded('exit', { cause }))
        resolve()
      }
      started.on('exit', (code, signal) => {
        cause ??= new Error(`exit code ${code ?? 'none'}, signal ${signal ?? 'none'}`)
        bury()
      })
      if (started.pid === undefined) started.on('error', bury)
    })
    return {
      exited,
      tell: (message: Message) => { started.send(message as object, () => {}) },
      ref: () => {
        started.ref()
        started.channel?.ref()
      },
      unref: () => {
        started.unref()
        started.channel?.unref()
      },
      kill: async () => {
        killGroup(started)
        await exited
      }
    }
  }
}
