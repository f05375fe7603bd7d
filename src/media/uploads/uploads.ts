import { setMaxListeners } from 'node:events'
import { DownloadRefused, InvalidParameter, NotFound, Overloaded } from '../../errors.js'
import { newId, toItemId } from '../../basics/ids.js'
import { toDatabase, toMilliseconds } from '../../basics/time.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import { inspect } from '../../http/inspect.js'
import type { Database } from '../../database/database.js'
import { assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { Signer } from '../serve/signing.js'
import { removeLoose, reserveLoose } from '../loose-files.js'
import { limitOf, type MediaLimits } from '../usage.js'
import { createCleaner } from './clean.js'
import type { UploadPiece } from './piece.js'
import { createReceiver, type ReceiverDependencies } from './receive.js'
import * as rows from './rows.js'
import type { UploadRow } from './rows.js'
import { callerOf, requireFree, requireOpen } from './turn.js'

/** Maximum number of open uploads of a user. */
const MOST_OF_ONE = 1000

export interface NewUpload {
  readonly filename: string
  readonly size: number
  readonly content_type?: string
  readonly sha256?: string
}

/** The progress of an upload. */
export interface UploadState {
  readonly size: number
  readonly bytes: number
  readonly expiresAt: Date
}

export interface UploadsDependencies extends Omit<ReceiverDependencies, 'stopping'> {
  readonly database: Database
  /** For background work. */
  readonly background: { readonly database: Database, readonly transact: Transact }
  readonly signer: Signer
  readonly limits: MediaLimits
  readonly clock?: () => Date
}

/**
 * Uploads by signed URLs, in pieces or in one. A whole file becomes an ingest (src/media/ingest). Throws
 * DownloadRefused if the signature is wrong or the upload has expired, and NotFound if it has ended.
 */
export function createUploads (
  { database, background, signer, limits, clock = () => new Date(), ...dependencies }: UploadsDependencies
) {
  const { transact, thread } = dependencies
  const stopping = new AbortController()
  // Each request that sends listens to it.
  setMaxListeners(Infinity, stopping.signal)
  const receive = createReceiver({ ...dependencies, stopping: stopping.signal })
  const permitOf = (id: string) => ({ purpose: 'upload', fileId: id, expires: 0, userId: 0 } as const)

  /** Throws InvalidParameter if the account has less room than that. */
  async function requireRoom ({ sql, caller }: Transaction, size: number): Promise<void> {
    const { bytes: left } = await limitOf(sql, caller.accountId, limits)
    if (size > left) throw new InvalidParameter('size', inspect(size), `Must be a Integer from 0 to ${left}`)
  }

  /**
   * Opens an upload for a locked asset, or for a loose file (null). Throws InvalidParameter if the account has no room,
   * and Overloaded if the user has too many open uploads. Returns its end.
   */
  async function open (tx: Transaction, id: string, assetId: string | null, upload: NewUpload): Promise<Date> {
    const { accountId, userId, runId, guestId } = tx.caller
    await requireRoom(tx, upload.size)
    // A link says how many its guests have.
    if (guestId === undefined) {
      const { count } = (await tx.sql.first(rows.countOpen, [userId, MOST_OF_ONE]))!
      if (count >= MOST_OF_ONE) throw new Overloaded()
    }
    const end = rows.endOf(tx.time, tx.time)
    await tx.sql.run(rows.insertUpload, [id, accountId, assetId, userId, upload.filename, upload.size,
      upload.content_type ?? null, upload.sha256?.toLowerCase() ?? null, toDatabase(end), toDatabase(tx.time),
      runId ?? null])
    return end
  }

  const urlOf = async (baseUrl: string, id: string) =>
    `${baseUrl}/uploads/${id}?signature=${await signer.sign(permitOf(id))}`

  /** Makes an upload, by `work` in a transaction, which is given its id and says when it ends. */
  async function createBy<Made extends { readonly end: Date }> (
    { transact }: Unit, baseUrl: string, work: (tx: Transaction, id: string) => Promise<Made>
  ) {
    const id = newId()
    const url = await urlOf(baseUrl, id)
    const made = await transact((tx) => work(tx, id))
    return { made, upload: { id, url, expires_at: toMilliseconds(made.end) } }
  }

  /** Throws AssetNotFound, and as `open` does. */
  async function create (unit: Unit, assetId: string, upload: NewUpload, baseUrl: string) {
    const created = await createBy(unit, baseUrl, async (tx, id) => {
      const asset = await lockItem(assetKind, tx, assetId, 'change')
      return { end: await open(tx, id, asset.id, upload) }
    })
    // The file will have the id of its upload.
    return { ...created.upload, media_id: created.upload.id }
  }

  /**
   * An upload whose file belongs to no asset, but to what `holdBy` makes in the same transaction. The file is there
   * from now on, with the id of the upload. Throws as `open` does.
   */
  async function createLoose<Holder> (
    unit: Unit, upload: NewUpload, baseUrl: string, holdBy: (tx: Transaction, fileId: string) => Promise<Holder>
  ) {
    const { made, upload: shown } = await createBy(unit, baseUrl, async (tx, id) => {
      await reserveLoose(tx, id, upload)
      const holder = await holdBy(tx, id)
      return { holder, end: await open(tx, id, null, upload) }
    })
    return { holder: made.holder, upload: shown }
  }

  /** The same, in a transaction that does more. */
  async function openLoose (tx: Transaction, id: string, upload: NewUpload): Promise<Date> {
    await reserveLoose(tx, id, upload)
    return open(tx, id, null, upload)
  }

  /** The upload of a signed URL, ended or not. */
  async function admit (id: string, signature: unknown): Promise<UploadRow> {
    const known = toItemId(id)
    if (known === null || typeof signature !== 'string' || !await signer.isSigned(permitOf(id), signature)) {
      throw new DownloadRefused()
    }
    const row = await database.reads.sql.first(rows.findUpload, [known])
    // A removed upload had expired before.
    if (row === undefined || rows.isExpired(row, clock())) throw new DownloadRefused()
    return row
  }

  return {
    create,
    createLoose,
    openLoose,
    /** An open upload as its sender gets it. */
    show: async (baseUrl: string, id: string, end: Date) =>
      ({ id, url: await urlOf(baseUrl, id), expires_at: toMilliseconds(end) }),
    /** The progress, also after the end. */
    async state (id: string, signature: unknown): Promise<UploadState> {
      const row = await admit(id, signature)
      if (row.status === 'cancelled') throw new NotFound()
      return { size: row.size, bytes: row.progress, expiresAt: new Date(row.expires_at) }
    },

    /** An open upload. */
    async find (id: string, signature: unknown): Promise<UploadRow> {
      const row = await admit(id, signature)
      if (row.status !== 'open') throw new NotFound()
      return row
    },

    /** Takes the next piece, or with an offset of null the whole file. Throws as `receive` does. */
    async write (upload: UploadRow, piece: UploadPiece): Promise<UploadState> {
      return { size: upload.size, ...await receive(upload, piece) }
    },

    /** Cancels the upload. Throws UploadLocked while a request writes. */
    async cancel (upload: UploadRow): Promise<void> {
      const partial = await transact(callerOf(upload), async (tx) => {
        const row = await requireOpen(tx, upload.id)
        requireFree(row, tx)
        await tx.sql.run(rows.cancelUpload, [row.id, row.account_id, toDatabase(rows.memoryOf(tx.time))])
        if (row.asset_id === null) await removeLoose(tx, [row.id])
        return row.partial
      })
      if (partial !== null) await thread.discard(partial)
    },

    /** Removes abandoned and expired uploads. */
    clean: createCleaner({ background, thread, clock }),

    /** Interrupts all requests that send. They can resume. */
    stop: (): void => stopping.abort()
  }
}

export type Uploads = ReturnType<typeof createUploads>
