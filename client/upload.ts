import type { ClientOptions, FileToSend, MediaFile, SendOptions, UploadOptions } from './cutroom.d.ts'
import { CutroomError } from './error.ts'
import { onceKey } from './once.ts'
import { createPatience, mayPass, persist } from './patience.ts'
import { pause } from './pause.ts'
import { recall } from './recall.ts'
import type { Ask } from './request.ts'
import { sendFile } from './send.ts'

const FIRST_LOOK_MS = 100
const LONGEST_LOOK_MS = 3000
/** Looks for a file that was never seen: it was replaced before the first. */
const MOST_LOOKS = 10
/** How long an answer may take. */
const LIMIT_MS = 60_000

/** Sends a file to an asset, and waits until it is ready: cutroom.d.ts. */
export async function uploadFile (
  request: Ask, client: ClientOptions, assetId: string, file: FileToSend,
  { filename, contentType, sha256, ...sending }: UploadOptions = {}
): Promise<MediaFile> {
  const isFile = typeof File === 'function' && file instanceof File
  const name = filename ?? (isFile ? file.name : undefined)
  if (name === undefined || name === '') throw new TypeError('A file without a name needs a filename')
  const { signal } = sending
  const path = { asset_id: assetId }
  const options = { params: { path }, limitMs: LIMIT_MS, ...signal && { signal } }
  const size = file instanceof Uint8Array ? file.byteLength : file.size
  const type = contentType ?? (file instanceof Blob && file.type !== '' ? file.type : undefined)
  const create = async () => {
    const body = { filename: name, size, content_type: type, sha256 }
    // With a key, so that a lost answer begins nothing twice.
    const headers = { 'Idempotency-Key': onceKey() }
    const ask = () => request('POST', '/api/v2/assets/{asset_id}/uploads', { ...options, headers, body })
    return (await persist(ask, sending)).data.upload as Upload
  }
  const known = isFile ? [assetId, name, size, file.lastModified] : null
  const { media_id: mediaId } = await sendRemembered(client, known, create, file, sending)
  const patience = createPatience(sending)
  let seen: MediaFile | undefined
  for (let looks = 0; ; looks++) {
    const found = await patience.persist(find)
    patience.renew()
    // It was replaced, where versions are not kept.
    if (found === undefined && seen !== undefined) return seen
    if (found === undefined && looks > MOST_LOOKS) throw new CutroomError('The file is gone', 404, null)
    seen = found
    if (seen?.status === 'failed') throw new CutroomError(seen.error ?? 'The file has failed', 0, seen.error)
    if (seen?.status === 'ready') return seen
    await pause(Math.min(LONGEST_LOOK_MS, FIRST_LOOK_MS * 1.5 ** looks), signal)
  }

  /** The file among those of the asset, or among its versions if another one came meanwhile. */
  async function find (): Promise<MediaFile | undefined> {
    for (const name of ['media', 'versions']) {
      const { data } = await request('GET', `/api/v2/assets/{asset_id}/${name}`, options)
      const found = data[name].find(({ id }: MediaFile) => id === mediaId)
      if (found !== undefined) return found
    }
  }
}

export interface Upload {
  readonly url: string
  readonly media_id: string
}

/**
 * Sends a file to a new upload, or to the one that was begun before a reload of the page, which is found by what is
 * known of the file. Resolves to the upload.
 */
export async function sendRemembered (
  client: ClientOptions,
  known: readonly unknown[] | null,
  create: () => Promise<Upload>,
  file: FileToSend,
  sending: SendOptions
): Promise<Upload> {
  const memory = recall(known)
  const begun = memory.get<Upload>()
  const send = async (upload: Upload) => {
    memory.set(upload)
    await sendFile(client, upload.url, file, sending)
    return upload
  }
  try {
    const sent = await send(begun ?? await create()).catch(async (error: unknown) => {
      // What was begun before a reload may have ended meanwhile.
      if (begun === null || !(error instanceof CutroomError) || ![403, 404, 410].includes(error.status)) throw error
      return await send(await create())
    })
    memory.forget()
    return sent
  } catch (error) {
    if (sending.signal?.aborted === true || (error instanceof CutroomError && !mayPass(error))) memory.forget()
    throw error
  }
}
