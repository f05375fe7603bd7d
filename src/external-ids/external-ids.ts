import type { Caller } from '../access/caller.js'
import { digest } from '../access/secrets.js'
import type { Database } from '../database/database.js'
import { NotFound } from '../errors.js'

/** Looks items up by the ids that other systems know them by (section 2.8 of the contract). */
export function createExternalIds ({ database }: { database: Database }) {
  return {
    /** Throws NotFound. */
    async require (caller: Caller, externalId: string) {
      const claim = await database.reads.prisma.externalId.findUnique({
        where: { accountId_digest: { accountId: caller.accountId, digest: digest(externalId) } }
      })
      if (claim === null) throw new NotFound()
      return { external_id: externalId, id: claim.itemId, type: claim.itemType as 'asset' | 'project' }
    }
  }
}

export type ExternalIds = ReturnType<typeof createExternalIds>
