import type { Unit } from '../core/unit.js'
import type { MediaReader } from '../media/present.js'
import type { ThumbnailReader } from '../projects/thumbnails.js'
import { readReviews } from './review.js'

/** What lists add to their assets, and to their projects, by `include`. */
export const included = ['media', 'review'] as const

export type Included = typeof included[number]

/** What was read of some assets and projects. */
export interface Additions {
  /** Puts it into the JSON of an asset. Null if there are very many files: `putLarge` reads those of one asset. */
  readonly put: (id: string, asset: string) => string | null
  readonly putLarge: (id: string, asset: string) => Promise<string>
  /** The same for the JSON of a project. */
  readonly putProject: (id: string, project: string) => string
}

/** Reads what `include` names, for some assets and projects. */
export type ReadAdditions =
  (names: readonly Included[], ids: readonly string[], projectIds?: readonly string[]) => Promise<Additions>

/** Lists of assets alone need no thumbnails. */
const noThumbnails: ThumbnailReader = async () => new Map()

export function additionsBy (
  { caller, reads }: Unit, media: MediaReader, readThumbnails = noThumbnails
): ReadAdditions {
  return async (names, ids, projectIds = []) => {
    const files = names.includes('media') ? await media.ofAssets(ids) : null
    const thumbnails = names.includes('media') ? await readThumbnails(projectIds) : null
    const reviews = names.includes('review') ? await readReviews(reads.sql, caller, ids) : null
    const withReview = (id: string, asset: string) =>
      reviews?.has(id) ? added(asset, 'review', reviews.get(id)!) : asset
    return {
      put (id, asset) {
        const known = files?.get(id)
        if (files !== null && known === undefined) return null
        return withReview(id, known === undefined ? asset : added(asset, 'media', known))
      },
      putLarge: async (id, asset) => withReview(id, added(asset, 'media', await media.ofAsset(id))),
      putProject: (id, project) => thumbnails === null
        ? project
        : added(project, 'thumbnail', JSON.stringify(thumbnails.get(id) ?? null))
    }
  }
}

/** An object with one more key, both as JSON. */
function added (object: string, name: Included | 'thumbnail', value: string): string {
  return `${object.slice(0, -1)},"${name}":${value}}`
}
