import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncToDisk } from '../../basics/folders.js'
import type { SupervisorOptions } from '../../work/workers/options.js'
import { supervise } from '../../work/workers/supervisor.js'

export interface OwnProcessOptions<Result, Kind extends string, Progress> extends
  Required<Pick<SupervisorOptions, 'start' | 'timeoutMs'>> {
  readonly signal: AbortSignal
  /** The folder of temporary files. */
  readonly folder: string
  readonly fileId: string
  /** What may be made of the file. */
  readonly kinds: readonly Kind[]
  readonly madeBy: (result: Result) => ReadonlyArray<{ readonly kind: Kind }>
  /** The result of a failure that is the file's fault. Throws others. */
  readonly explain: (error: Error) => Result
  readonly onProgress?: (progress: Progress) => void
}

/** The result of the work on a file, and the paths of what was made of it until it is moved. */
export interface Workpiece<Result, Kind extends string> {
  readonly result: Result
  readonly targets: Readonly<Record<Kind, string>>
  /** Removes what was not moved. */
  readonly discard: () => Promise<void>
}

/**
 * Works on one file with a process of its own, which gets the task that `taskFor` makes of paths for temporary files. A
 * crash ends that process only. An abort ends it, and it ends with the work in any case. What was made is on disk then.
 */
export async function inOwnProcess<Task, Result, Kind extends string, Progress = never> (
  options: OwnProcessOptions<Result, Kind, Progress>,
  taskFor: (targets: Readonly<Record<Kind, string>>, scratch: string) => Task
): Promise<Workpiece<Result, Kind>> {
  const { start, timeoutMs, signal, folder, fileId, kinds, madeBy, explain, onProgress } = options
  await makeFolder(folder)
  const newPath = () => join(folder, `${fileId}.${randomUUID()}`)
  const scratch = newPath()
  const targets = Object.fromEntries(kinds.map((kind) => [kind, newPath()])) as Record<Kind, string>
  const discard = async () => {
    const paths = [...Object.values<string>(targets), scratch, `${scratch}.png`]
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
  const worker = supervise<Task, Result, Progress>({ start, timeoutMs, restarts: false })
  const giveUp = () => { worker.kill().catch(() => {}) }
  signal.addEventListener('abort', giveUp)
  try {
    signal.throwIfAborted()
    const result = await worker.ask(taskFor(targets, scratch), { onProgress }).catch(explain)
    await Promise.all(madeBy(result).map(({ kind }) => syncToDisk(targets[kind])))
    return { result, targets, discard }
  } catch (error) {
    await discard()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
    await worker.kill()
  }
}
