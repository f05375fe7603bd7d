import { OperatorMistake } from '../errors.js'
import type { Progress } from '../operations/progress.js'
import type { After } from '../operations/upload/watch/deliver.js'
import { requireKey } from '../process/client.js'
import { publicUrl, readConfig } from '../process/config.js'

export interface UploadOptions {
  readonly files: readonly string[]
  readonly asset?: string
  readonly url?: string
  readonly key?: string
  /** A folder, in place of files. */
  readonly watch?: string
  readonly to?: string
  readonly after?: After
  readonly once?: boolean
}

/** Sends files, or what appears in a folder until the command is told to end. Throws OperatorMistake. */
export async function upload (
  environment: NodeJS.ProcessEnv, progress: Progress,
  { key: named, url: place, files, asset, ...watching }: UploadOptions
): Promise<object> {
  const key = requireKey(named ?? environment.CUTROOM_KEY, 'CUTROOM_KEY or --key')
  const url = (place ?? environment.CUTROOM_URL) || publicUrl(readConfig(environment))
  const answer = watching.watch === undefined ? await send() : await watch(watching.watch)
  if (answer.failed > 0) process.exitCode = 1
  return answer

  async function send () {
    const { to, after, once } = watching
    if (to !== undefined || after !== undefined || once === true) {
      throw new OperatorMistake('--to, --after and --once are for --watch')
    }
    if (files.length === 0) throw new OperatorMistake('Files are missing: name them, or a folder with --watch')
    const [{ uploadFiles }, { cacheFolder }] = await Promise.all(
      [import('../operations/upload/upload.js'), import('../operations/upload/remembered.js')]
    )
    const given = { files, key, url, folder: cacheFolder(environment), progress }
    return uploadFiles({ ...given, ...asset !== undefined && { asset } })
  }

  async function watch (folder: string) {
    const { to, after = 'keep', once = false } = watching
    if (files.length > 0 || asset !== undefined) throw new OperatorMistake('--watch takes a folder, and no files and no asset')
    if (to === undefined) throw new OperatorMistake('--to is missing: the id of a drop folder')
    const { watchFolder } = await import('../operations/upload/watch/watch.js')
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    try {
      const tell = (line: string) => { process.stderr.write(`${line}\n`) }
      return await watchFolder({ folder, to, after, once, key, url, progress, tell, stopping: stopping.signal })
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
    }
  }
}
