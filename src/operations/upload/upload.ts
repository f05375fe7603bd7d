import { access, constants, realpath, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { isJunk } from '../../basics/junk.js'
import { OperatorMistake } from '../../errors.js'
import { loadClient } from '../../process/client.js'
import type { Progress } from '../progress.js'
import { createFetch } from './fetch.js'
import { createRemembered, type Remembered } from './remembered.js'
import { sendFile, type LocalFile } from './send.js'
import { baseOf, introduce, reasonOf, shown } from './service.js'

export interface UploadCommandOptions {
  readonly files: readonly string[]
  /** The asset for the file. Default: a new asset for each file. */
  readonly asset?: string
  /** The URL of the service. */
  readonly url: string
  readonly key: string
  /** The folder of begun uploads. */
  readonly folder: string
  readonly progress: Progress
  /** How long attempts go on without progress. */
  readonly patienceMs?: number
}

interface Uploaded {
  readonly file: string
  readonly asset_id: string | null
  readonly size: number
  readonly error: string | null
}

/**
 * Uploads files to a service over HTTP. A failed file does not stop the others. An interrupted upload resumes when the
 * command is given again. Throws OperatorMistake if nothing can be sent.
 */
export async function uploadFiles ({ files, asset, url, key, folder, progress, patienceMs }: UploadCommandOptions) {
  const startedAt = Date.now()
  if (asset !== undefined && files.length > 1) throw new OperatorMistake('--asset takes one file')
  // A file that was named for an asset is meant.
  const isLeftOut = (file: string) => asset === undefined && isJunk(basename(resolve(file)))
  const leftOut = files.filter(isLeftOut)
  const found = await Promise.all(files.filter((file) => !isLeftOut(file)).map(findFile))
  const base = baseOf(url)
  const current = { name: 'files', sent: 0, size: 0 }
  const report = (what = '') => progress.report(`Uploading ${current.name}${what}`, current.sent, current.size)
  const onProgress = (sent: number) => {
    current.sent = sent
    report()
  }
  const client = await loadClient()
  const cutroom = client.createClient({ url: base, key, fetch: createFetch(onProgress) })
  const patience = {
    onPause: (failure: unknown) => report(`, waiting (${reasonOf(failure)})`), ...patienceMs !== undefined && { patienceMs }
  }
  const userId = await introduce(client, cutroom, patience, base)
  const remembered = createRemembered(folder)
  await remembered.tidy()

  const uploads: Uploaded[] = []
  let lost: string | null = null
  try {
    for (const file of found) {
      Object.assign(current, { name: shown(file.name), sent: 0, size: file.size })
      const outcome: { assetId: string | null, error: string | null } = lost !== null
        ? { assetId: null, error: lost }
        : await send(file).catch((error: unknown) => {
          if (client.mayPass(error)) lost = `${reasonOf(error)}: the same command goes on with it`
          else if (!(error instanceof client.CutroomError || error instanceof OperatorMistake)) throw error
          return { assetId: null, error: lost ?? (error as Error).message }
        })
      uploads.push({ file: file.asked, asset_id: outcome.assetId, size: file.size, error: outcome.error })
    }
  } finally {
    progress.end()
  }
  const failed = uploads.filter(({ error }) => error !== null).length
  return { uploads, failed, ...leftOut.length > 0 && { left_out: leftOut }, duration_ms: Date.now() - startedAt }

  async function send (file: LocalFile): Promise<{ assetId: string, error: null }> {
    const name = remembered.nameOf(base, userId, asset, file.path, file.size, file.modifiedMs)
    const assetId = await sendFile({
      client, cutroom, patience, begun: lastingIn(remembered, name), file, asset: asset ?? null
    })
    return { assetId, error: null }
  }
}

function lastingIn (remembered: Remembered, name: string) {
  return {
    recall: async () => remembered.recall(name),
    keep: async (begun: Parameters<Remembered['keep']>[1]) => remembered.keep(name, begun),
    forget: async () => remembered.forget(name)
  }
}

/** Throws OperatorMistake. */
async function findFile (asked: string): Promise<LocalFile> {
  const found = await stat(asked).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorMistake(error.code === 'ENOENT'
      ? `There is no file ${resolve(asked)}`
      : `${resolve(asked)} cannot be read (${error.code})`)
  })
  if (found.isDirectory()) throw new OperatorMistake(`${resolve(asked)} is a folder: name the files in it`)
  if (!found.isFile()) throw new OperatorMistake(`${resolve(asked)} is no file`)
  const path = await realpath(asked)
  await access(path, constants.R_OK).catch(() => { throw new OperatorMistake(`${path} may not be read`) })
  return { asked, path, name: basename(resolve(asked)), size: found.size, modifiedMs: found.mtimeMs }
}
