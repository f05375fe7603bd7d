import type { Unit } from '../core/unit.js'
import type { Versions } from '../media/versions/versions.js'
import { presentFileToGuests } from './files.js'
import type { OpenLink } from './guests.js'
import { requireShown } from './shown.js'
import { wordsFor } from './words.js'

/** The files that an asset had before, as guests see them. */
export function createSharedVersions ({ versions }: { versions: Versions }) {
  return {
    /** Throws AssetNotFound. */
    async list (unit: Unit, { maker, shown, download }: OpenLink, assetId: string, baseUrl: string) {
      const { sql } = unit.reads
      const { id } = await requireShown(sql, maker, shown, assetId)
      const listed = await versions.listOf(unit, id, baseUrl)
      const words = await wordsFor(sql, maker.accountId, listed.map(({ filename }) => filename))
      return listed.map(({ replaced_at: replacedAt, user_id: userId, ...file }) => ({
        ...presentFileToGuests({ ...file, filename: words(file.filename) }, download),
        replaced_at: replacedAt,
        user_id: userId
      }))
    }
  }
}

export type SharedVersions = ReturnType<typeof createSharedVersions>
