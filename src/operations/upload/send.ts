import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { MEBIBYTE } from '../../basics/units.js'
import { OperatorMistake } from '../../errors.js'
import type { Patience } from './patience.js'
import type { Begun } from './remembered.js'
import { mayPass, Refused, type Service } from './service.js'

/** Bytes per request, as proxies limit them. */
const PIECE_BYTES = 64 * MEBIBYTE

export interface LocalFile {
  /** The name on the command line. */
  readonly asked: string
  readonly path: string
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
}

export interface SendOptions {
  readonly service: Service
  readonly patience: Patience
  /** The memory of this upload. */
  readonly begun: {
    recall (): Promise<Begun>
    keep (begun: Begun): Promise<void>
    forget (): Promise<void>
  }
  readonly file: LocalFile
  /** Null to create an asset. */
  readonly asset: string | null
  readonly onProgress: (sent: number) => void
}

/** Sends the missing part of a file, and returns its asset. Throws Refused, ServiceLost and OperatorMistake. */
export async function sendFile (options: SendOptions): Promise<string> {
  const { service, patience, begun, file, asset } = options
  let known = await revive(await begun.recall(), options)
  const note = async (more: Partial<Begun>) => begun.keep(known = { ...known, ...more })
  try {
    await note({})
    if (known.assetId === null) {
      const make = () => service.createAsset(file.name, known.idempotencyKey)
      await note({ assetId: asset ?? await patience.persist(make) })
    }
    if (known.upload === null) {
      const wanted = { filename: file.name, size: file.size }
      const ask = () => service.createUpload(known.assetId!, wanted, known.idempotencyKey)
      await note({ upload: await patience.persist(ask) })
    }
    await sendPieces(known.upload!, options)
  } catch (error) {
    // An upload that can be resumed is remembered.
    if (error instanceof Refused && !mayPass(error)) await begun.forget()
    throw error
  }
  await begun.forget()
  return known.assetId!
}

/** Resumes an earlier attempt, if it still exists. */
async function revive (known: Begun, { service, patience, asset }: SendOptions): Promise<Begun> {
  if (known.upload !== null) {
    try {
      await patience.persist(() => service.offsetOf(known.upload!))
      return known
    } catch (error) {
      if (!(error instanceof Refused) || mayPass(error)) throw error
    }
  }
  if (known.assetId === null) return known
  const isThere = asset === null && await patience.persist(() => service.hasAsset(known.assetId!))
  return { idempotencyKey: randomUUID(), assetId: isThere ? known.assetId : null, upload: null }
}

async function sendPieces (upload: string, options: SendOptions): Promise<void> {
  const { service, patience, file, onProgress } = options
  if (file.size === 0) return sendNothing(upload, options)
  let reached = 0
  await patience.persist(async () => {
    for (let offset = await service.offsetOf(upload); ;) {
      if (offset > reached) patience.renew()
      reached = offset
      onProgress(offset)
      if (offset >= file.size) return
      let sent = offset
      const piece = { start: offset, length: Math.min(PIECE_BYTES, file.size - offset) }
      const onBytes = (bytes: number) => onProgress(sent += bytes)
      offset = await service.sendPiece(upload, file.path, piece, onBytes).catch(async (error: unknown) => {
        await requireUnchanged(upload, options)
        throw error
      })
      await requireUnchanged(upload, options)
    }
  })
}

/** An empty file is complete with its first piece. Whether it arrived cannot be asked later. */
async function sendNothing (upload: string, { service, patience, file }: SendOptions): Promise<void> {
  let attempts = 0
  await patience.persist(async () => {
    attempts++
    await service.sendPiece(upload, file.path, { start: 0, length: 0 }, () => {}).catch((error: unknown) => {
      if (attempts === 1 || !(error instanceof Refused) || error.status !== 404) throw error
    })
  })
}

/** A file that changes during the upload would arrive as a mixture. Throws OperatorMistake. */
async function requireUnchanged (upload: string, { service, begun, file }: SendOptions): Promise<void> {
  const now = await stat(file.path).catch(() => null)
  if (now !== null && now.size === file.size && now.mtimeMs === file.modifiedMs) return
  await service.cancel(upload).catch(() => {})
  await begun.forget()
  throw new OperatorMistake(`${file.path} has changed while it was sent`)
}
