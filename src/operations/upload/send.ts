import { randomUUID } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import type * as Client from '../../../client/cutroom.js'
import { OperatorMistake } from '../../errors.js'
import type { Begun } from './remembered.js'

/** Statuses of an upload that has ended, or that never was. */
const GONE = new Set([403, 404, 410])

export interface LocalFile {
  /** The name on the command line. */
  readonly asked: string
  readonly path: string
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
}

export interface SendOptions {
  readonly client: typeof Client
  readonly cutroom: Client.Cutroom
  readonly patience: Client.PersistOptions
  /** The memory of this upload. */
  readonly begun: {
    recall (): Promise<Begun>
    keep (begun: Begun): Promise<void>
    forget (): Promise<void>
  }
  readonly file: LocalFile
  /** Null to create an asset. */
  readonly asset: string | null
}

/** Sends the missing part of a file, and returns its asset. Throws what the client throws, and OperatorMistake. */
export async function sendFile (options: SendOptions): Promise<string> {
  const { begun, client: { CutroomError, mayPass } } = options
  try {
    const known = await begun.recall()
    const assetId = await sendTo(known, options).catch(async (error: unknown) => {
      if (known.upload === null || !(error instanceof CutroomError) || !GONE.has(error.status)) throw error
      return sendTo(await beginAgain(known, options), options)
    })
    await begun.forget()
    return assetId
  } catch (error) {
    // An upload that can be resumed is remembered.
    if (error instanceof OperatorMistake || (error instanceof CutroomError && !mayPass(error))) await begun.forget()
    throw error
  }
}

async function sendTo (known: Begun, options: SendOptions): Promise<string> {
  const { client: { persist }, cutroom, patience, begun, file, asset } = options
  const keep = async (more: Partial<Begun>) => begun.keep(known = { ...known, ...more })
  const once = (what: string) => ({ 'Idempotency-Key': `${known.idempotencyKey} ${what}` })
  await keep({})
  const assetId = known.assetId ?? asset ?? (await persist(() =>
    cutroom.POST('/api/v2/assets', { headers: once('asset'), body: { title: file.name } }), patience)).data.asset.id
  await keep({ assetId })
  const url = known.upload ?? (await persist(() =>
    cutroom.POST('/api/v2/assets/{asset_id}/uploads', {
      params: { path: { asset_id: assetId } }, headers: once('upload'), body: { filename: file.name, size: file.size }
    }), patience)).data.upload.url
  await keep({ upload: url })
  await sendBytes(url, options)
  return assetId
}

/** The asset of an upload that has ended is kept, if it is still there. */
async function beginAgain ({ assetId }: Begun, { client, cutroom, patience, asset }: SendOptions): Promise<Begun> {
  const isThere = asset === null && assetId !== null && await client.persist(() =>
    cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: assetId } } }).then(() => true, (error) => {
      if (error instanceof client.CutroomError && error.status === 404) return false
      throw error
    }), patience)
  return { idempotencyKey: randomUUID(), assetId: isThere ? assetId : null, upload: null }
}

async function sendBytes (url: string, { cutroom, patience, file }: SendOptions): Promise<void> {
  // If the file cannot be read to its end, the client cancels the upload.
  const ending = new AbortController()
  const readOrEnd = <Result>(read: () => Promise<Result>) => read().catch((error: unknown) => {
    ending.abort(error)
    throw error
  })
  const slice = (begin: number, end: number) => readOrEnd(() => readPiece(file, begin, end))
  await cutroom.send({ url }, { size: file.size, slice }, { ...patience, signal: ending.signal })
  await readOrEnd(() => requireUnchanged(file))
}

/** Throws OperatorMistake. */
async function readPiece (file: LocalFile, begin: number, end: number): Promise<Blob> {
  await requireUnchanged(file)
  const handle = await open(file.path)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(end - begin), 0, end - begin, begin)
    return new Blob([buffer.subarray(0, bytesRead)])
  } catch (error) {
    throw new OperatorMistake(`${file.path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  } finally {
    await handle.close()
  }
}

/** A file that changes during the upload would arrive as a mixture. Throws OperatorMistake. */
async function requireUnchanged ({ path, size, modifiedMs }: LocalFile): Promise<void> {
  const now = await stat(path).catch(() => null)
  if (now?.size !== size || now.mtimeMs !== modifiedMs) {
    throw new OperatorMistake(`${path} has changed while it was sent`)
  }
}
