import { toName } from '../../basics/names.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import { createPart, type Unit } from '../../core/unit.js'
import type { DropFolderUploads, NewDropFolderUpload } from '../../drop-folders/uploads/uploads.js'
import { LinkWithoutUploads } from '../errors.js'
import { countOfGuest } from '../guest-limit.js'
import type { OpenLink } from '../guests.js'
import { countUpload, leftOf, requireRoomFor } from './allowance.js'

/** A file as a guest announces it. */
export interface GuestUpload extends NewDropFolderUpload {
  readonly name: string
}

export interface GuestUploadsDependencies {
  readonly transact: Transact
  readonly uploads: DropFolderUploads
}

/** What guests send by the links of drop folders. */
export function createGuestUploads ({ transact, uploads }: GuestUploadsDependencies) {
  return {
    /** How much the link still takes. Null for links that show something. */
    left: async ({ reads: { sql } }: Unit, { id, bounds }: OpenLink) =>
      bounds === null ? null : leftOf(sql, id, bounds, new Date()),

    /**
     * An upload into the drop folder, whatever is in there. Throws LinkNotFound, LinkWithoutUploads, LinkFull,
     * TooManyRequests, and what the drop folder refuses.
     */
    async create (
      { id: linkId, maker, shown, bounds }: OpenLink, { name, ...file }: GuestUpload, address: string, baseUrl: string
    ) {
      if (bounds === null) throw new LinkWithoutUploads()
      return transact(systemCaller({ id: maker.accountId, name: maker.account }), async (tx) => {
        // The drop folder is locked before the link: src/database/locks.ts.
        await uploads.hold(tx, shown.id)
        await countOfGuest(tx, 'upload', linkId, address)
        await requireRoomFor(tx, linkId, bounds, file.size)
        const { upload } = await uploads.createOfGuest(createPart(tx), shown.id, file, baseUrl, {
          linkId, name: toName(name)
        })
        await countUpload(tx, linkId, upload.id, file.size)
        return upload
      })
    }
  }
}

export type GuestUploads = ReturnType<typeof createGuestUploads>
