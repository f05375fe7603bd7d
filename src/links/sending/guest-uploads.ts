import { toName } from '../../basics/names.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import { createPart, type Unit } from '../../core/unit.js'
import { lockRow } from '../../drop-folders/definitions/rows.js'
import type { SentFile } from '../../drop-folders/uploads/rows.js'
import type { ArrivalUploads, ShownUpload } from '../../drop-folders/uploads/uploads.js'
import { LinkWithoutUploads } from '../errors.js'
import { countOfGuest } from '../guest-limit.js'
import type { OpenLink } from '../guests.js'
import { countUpload, leftOf, requireRoomFor } from './allowance.js'

/** Who sends a file. */
export interface Sender {
  readonly name: string
  readonly address: string
}

export interface GuestUploadsDependencies {
  readonly transact: Transact
  readonly arrivalUploads: ArrivalUploads
}

/** What guests send by the links of drop folders. */
export function createGuestUploads ({ transact, arrivalUploads }: GuestUploadsDependencies) {
  return {
    /** How much the link still takes. Null for links that show something. */
    left: async ({ reads: { sql } }: Unit, { id, bounds }: OpenLink) =>
      bounds === null ? null : leftOf(sql, id, bounds, new Date()),

    /**
     * An upload into the drop folder, whatever is in there. Throws LinkNotFound, LinkWithoutUploads, LinkFull,
     * TooManyRequests, and as uploads into drop folders do.
     */
    async create (
      { id: linkId, maker, shown, bounds }: OpenLink, file: SentFile, { name, address }: Sender, baseUrl: string
    ): Promise<ShownUpload> {
      if (bounds === null) throw new LinkWithoutUploads()
      return transact(systemCaller({ id: maker.accountId, name: maker.account }), async (tx) => {
        const folderId = Number(shown.id)
        // The drop folder is locked before the link: src/database/locks.ts.
        await tx.sql.first(lockRow, [tx.caller.accountId, folderId])
        await countOfGuest(tx, 'upload', linkId, address)
        await requireRoomFor(tx, linkId, bounds, file.size)
        const guest = { linkId, name: toName(name) }
        const { upload } = await arrivalUploads.startOfGuest(createPart(tx), folderId, guest, file, baseUrl)
        await countUpload(tx, linkId, upload.id, file.size)
        return upload
      })
    }
  }
}

export type GuestUploads = ReturnType<typeof createGuestUploads>
