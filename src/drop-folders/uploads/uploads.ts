import { newId } from '../../basics/ids.js'
import { toDatabase } from '../../basics/time.js'
import { guestCaller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import type { Sql } from '../../database/sql.js'
import { InvalidParameter, RoleRefused } from '../../errors.js'
import { inspect } from '../../http/inspect.js'
import type { Media } from '../../media/media.js'
import { endUploads } from '../../media/uploads/of-user.js'
import { asUser } from '../arrivals/as-user.js'
import { findArrival, seenOf } from '../arrivals/list.js'
import { findKnown, leavePath } from '../arrivals/note.js'
import type { ListedArrival } from '../arrivals/present.js'
import { isUpload } from '../arrivals/rows.js'
import { stemKeyOf } from '../arrivals/sidecars.js'
import { actingOf } from '../definitions/halt.js'
import { findDropFolder, lockRow, type DropFolderRow } from '../definitions/rows.js'
import { lockDropFolder, mayUse, requireDropFolder } from '../definitions/seen.js'
import { DropFolderNotFound, DropFolderOutgoing, DropFolderPaused, TAKEN_PATH_RULE } from '../errors.js'
import { keyOf } from '../looking/paths.js'
import { takesPath } from '../looking/takes.js'
import * as rows from './rows.js'
import type { KnownUpload, SentFile } from './rows.js'

/** A guest who sends a file by a link. */
export interface SendingGuest {
  readonly linkId: number
  readonly name: string
}

/** An arrival and its open upload; null if its bytes are here. */
interface Begun {
  readonly arrivalId: string
  readonly open: { readonly id: string, readonly end: Date } | null
}

/** The upload of a begun arrival, as its sender gets it. */
export type ShownUpload = Awaited<ReturnType<Media['uploads']['show']>>

/**
 * Files that come into drop folders by uploads. All that is written is written in `unit.transact`. Functions throw
 * DropFolderNotFound, DropFolderOutgoing, DropFolderPaused (also where it halts), and InvalidParameter for a path that
 * it does not take, and as uploads do (src/media/uploads).
 */
export function createArrivalUploads ({ uploads }: Pick<Media, 'uploads'>) {
  /** A file that is sent for the first time, or again as another one. */
  async function beginNew (
    tx: Transaction, folder: DropFolderRow, file: SentFile, key: string | null, guest: SendingGuest | null
  ): Promise<Begun> {
    const [id, fileId] = [newId(), newId()]
    const { earlier, pathKey } = guest === null
      ? await takePath(tx, folder, file.path)
      : { earlier: null, pathKey: null }
    const end = await open(tx, fileId, file)
    const ofGuest = [guest?.linkId ?? null, guest?.name ?? null]
    await tx.sql.run(rows.insertUploaded, [id, folder.account_id, tx.caller.userId, folder.id, file.path, pathKey,
      file.size, rows.mtimeOf(file), fileId, earlier, ...ofGuest, key, toDatabase(tx.time), stemKeyOf(file.path)])
    return { arrivalId: id, open: { id: fileId, end } }
  }

  const open = (tx: Transaction, fileId: string, { path, size, sha256, content_type: type }: SentFile) =>
    uploads.openLoose(tx, fileId, {
      filename: path.split('/').at(-1)!,
      size,
      ...sha256 !== undefined && { sha256 },
      ...type !== undefined && { content_type: type }
    })

  /** One that has failed, or whose file is sent once more. */
  async function beginAgain (tx: Transaction, { id }: KnownUpload, file: SentFile): Promise<Begun> {
    const fileId = newId()
    const end = await open(tx, fileId, file)
    await tx.sql.run(rows.beginAgain, [id, tx.caller.accountId, fileId, tx.caller.userId])
    return { arrivalId: id, open: { id: fileId, end } }
  }

  /** What is known of a file goes on. Null if what is known is another file, or nothing that the caller sees. */
  async function goOn (tx: Transaction, known: KnownUpload, file: SentFile): Promise<Begun | null> {
    if (known.status === 'failed' || known.status === 'waiting') return beginAgain(tx, known, file)
    if (known.status !== 'arriving') return isOther(file, known.checksum) ? null : { arrivalId: known.id, open: null }
    const upload = await tx.sql.first(rows.findOpen, [known.file_id, tx.caller.accountId])
    if (upload === undefined) return { arrivalId: known.id, open: null }
    const end = new Date(upload.expires_at)
    if (end > tx.time && isOther(file, upload.sha256)) return null
    if (end > tx.time) return { arrivalId: known.id, open: { id: upload.id, end } }
    await endUploads(tx, [upload])
    return null
  }

  async function begin (tx: Transaction, folder: DropFolderRow, file: SentFile): Promise<Begun> {
    for (const userId of [null, tx.caller.userId]) {
      const key = rows.uploadKeyOf(file, userId)
      const known = await tx.sql.first(rows.findByKey, [folder.id, folder.account_id, key])
      if (known === undefined) return beginNew(tx, folder, file, key, null)
      if (await isSeen(tx, folder, known)) {
        const begun = await goOn(tx, known, file)
        if (begun !== null) return begun
      } else if (userId === null) continue
      await tx.sql.run(rows.leaveKey, [known.id, folder.account_id])
      return beginNew(tx, folder, file, key, null)
    }
    throw new Error('the last key is of the caller alone')
  }

  async function shown (tx: Transaction, folder: DropFolderRow, { arrivalId }: Begun): Promise<ListedArrival> {
    const row = (await tx.sql.first(findArrival, [folder.id, folder.account_id, arrivalId]))!
    return (await seenOf(tx.sql, tx.caller, [row]))[0]!
  }

  const show = async (baseUrl: string, { open }: Begun): Promise<ShownUpload | null> =>
    open === null ? null : uploads.show(baseUrl, open.id, open.end)

  return {
    /**
     * Begins the upload of a `Member`, or goes on with it: the same path, size and time are the same file. Throws
     * RoleRefused, too.
     */
    async start (unit: Unit, folderId: string, file: SentFile, baseUrl: string) {
      const known = await findIn(unit, folderId, file)
      if (known !== null) return { arrival: known, upload: null }
      const { arrival, begun } = await unit.transact(async (tx) => {
        const folder = await lockDropFolder(tx, folderId)
        if (!await mayUse(tx.sql, tx.caller, folder)) throw new RoleRefused()
        await requireTaking(tx.sql, folder, file)
        const begun = await begin(tx, folder, file)
        return { arrival: await shown(tx, folder, begun), begun }
      })
      return { arrival, upload: await show(baseUrl, begun) }
    },

    /**
     * Begins an upload of a guest, who sees and overwrites nothing: each is an arrival of its own. The drop folder's
     * row is locked before that of the link. The id of the upload is that of its file, the arrival's `file_id`.
     */
    async startOfGuest (
      unit: Unit, folderId: number, guest: SendingGuest, file: SentFile, baseUrl: string
    ): Promise<{ arrivalId: string, upload: ShownUpload }> {
      const begun = await unit.transact(async (tx) => {
        await tx.sql.first(lockRow, [tx.caller.accountId, folderId])
        const folder = await tx.sql.first(findDropFolder, [tx.caller.accountId, folderId])
        if (folder === undefined) throw new DropFolderNotFound()
        await requireTaking(tx.sql, folder, file)
        return beginNew(asUser(tx, guestCaller(tx.caller, guest.linkId)), folder, file, null, guest)
      })
      return { arrivalId: begun.arrivalId, upload: (await show(baseUrl, begun))! }
    }
  }
}

export type ArrivalUploads = ReturnType<typeof createArrivalUploads>

/** What is in already, as the caller sees it: it costs no transaction. */
async function findIn (
  { caller, reads: { sql } }: Unit, folderId: string, file: SentFile
): Promise<ListedArrival | null> {
  const folder = await requireDropFolder(sql, caller, folderId)
  if (!await mayUse(sql, caller, folder)) throw new RoleRefused()
  await requireTaking(sql, folder, file)
  const known = await sql.first(rows.findByKey, [folder.id, folder.account_id, rows.uploadKeyOf(file, null)])
  if (known === undefined || isOnItsWay(known) || isOther(file, known.checksum)) return null
  const row = await sql.first(findArrival, [folder.id, folder.account_id, known.id])
  return row === undefined ? null : (await seenOf(sql, caller, [row]))[0] ?? null
}

const isOnItsWay = ({ status }: KnownUpload) => status !== 'done' && status !== 'duplicate'

/** Whether it is a file of other bytes. */
function isOther ({ sha256: sent }: SentFile, sha256: string | null): boolean {
  return sent !== undefined && sha256 !== null && sent.toLowerCase() !== sha256
}

/** Makes sure that a drop folder takes a file now. */
async function requireTaking (sql: Sql, folder: DropFolderRow, { path }: SentFile): Promise<void> {
  if (folder.direction === 'out') throw new DropFolderOutgoing()
  const { only_patterns: only, ignore_patterns: ignore } = folder
  const patterns = { only: JSON.parse(only) as string[], ignore: JSON.parse(ignore) as string[] }
  if (!takesPath(path, patterns, folder.afterwards === 'move')) {
    throw new InvalidParameter('path', inspect(path), TAKEN_PATH_RULE)
  }
  const acting = (await actingOf(sql, folder.account_id, [folder])).get(folder.id)!
  if (folder.paused || acting.user === null) throw new DropFolderPaused()
}

/** Whether the caller sees where an arrival lies. */
async function isSeen ({ sql, caller }: Transaction, folder: DropFolderRow, { id }: KnownUpload): Promise<boolean> {
  const row = await sql.first(findArrival, [folder.id, folder.account_id, id])
  return row !== undefined && (await seenOf(sql, caller, [row])).length > 0
}

/** The path is that of the latest upload, unless a file in the folder of the drop folder has it. */
async function takePath ({ sql }: Transaction, folder: DropFolderRow, path: string) {
  const pathKey = keyOf(Buffer.from(path))
  const [row] = await sql.all(findKnown, [folder.id, folder.account_id, JSON.stringify([pathKey])])
  const earlier = row === undefined || row.is_sidecar ? null : row.asset_id ?? row.earlier_asset_id
  if (row === undefined) return { earlier, pathKey }
  if (!isUpload(row)) return { earlier, pathKey: null }
  await sql.run(leavePath, [row.id, folder.account_id])
  return { earlier, pathKey }
}
