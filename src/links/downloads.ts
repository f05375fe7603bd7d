import type { Unit } from '../core/unit.js'
import { TooMany } from '../errors.js'
import { MOST_ELEMENTS } from '../http/rules.js'
import { assetKind } from '../items/kinds.js'
import { requireItem } from '../items/require.js'
import type { Bundles } from '../media/bundles/bundles.js'
import type { Finder } from '../search/search.js'
import { createYielder } from '../work/turns/yielding.js'
import { listShown } from './chosen.js'
import type { OpenLink } from './guests.js'
import { isActiveProject, requireShown } from './shown.js'

export interface DownloadRequest {
  readonly unit: Unit
  readonly link: OpenLink
  /** Default: all that the link shows. */
  readonly assetIds: readonly string[] | undefined
  readonly baseUrl: string
  readonly gone: AbortSignal
}

/** Downloads of what a link shows, as one ZIP. */
export function createSharedDownloads ({ finder, bundles }: { finder: Finder, bundles: Bundles }) {
  /** The assets that the link shows, at most one more than a ZIP takes. */
  async function listAll (
    { unit: { reads: { sql } }, link: { maker, shown }, gone }: DownloadRequest
  ): Promise<string[]> {
    const { type, id } = shown
    if (type === 'collection' || type === 'selection') {
      const heads = await listShown(sql, maker, { type, id }, { after: '', limit: MOST_ELEMENTS + 1 })
      return heads.map((head) => head.asset_id)
    }
    if (type === 'asset') {
      const asset = await requireItem(assetKind, sql, maker, id)
      return asset.cohort_id === null ? [asset.id] : []
    }
    if (type === 'drop_folder' || !await isActiveProject(sql, maker, id)) return []
    const sent = { query: { within: id, limit: String(MOST_ELEMENTS) } }
    const { items, next } = await finder.find(maker, sent, { assetsOnly: true, headsOnly: true, gone })
    if (next !== null) throw new TooMany(`${MOST_ELEMENTS} assets`)
    return items.map(({ json }) => (JSON.parse(json) as { readonly id: string }).id)
  }

  return {
    /** Throws AssetNotFound for an asset that the link does not show, TooMany and NoFileReady. */
    async create (request: DownloadRequest) {
      const { unit, link: { maker, shown }, assetIds, baseUrl } = request
      const giveWay = createYielder()
      for (const id of new Set(assetIds)) {
        await requireShown(unit.reads.sql, maker, shown, id)
        await giveWay()
      }
      const ids = assetIds ?? await listAll(request)
      if (ids.length > MOST_ELEMENTS) throw new TooMany(`${MOST_ELEMENTS} assets`)
      return bundles.ofAssets(unit, ids, baseUrl)
    }
  }
}

export type SharedDownloads = ReturnType<typeof createSharedDownloads>
