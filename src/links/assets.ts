import { contents } from '../collections/contents.js'
import { requireCollection } from '../collections/require.js'
import type { Page } from '../basics/page.js'
import type { Unit } from '../core/unit.js'
import { requireItem } from '../items/require.js'
import { assetKind } from '../items/kinds.js'
import type { MediaReader } from '../media/present.js'
import type { Finder, SearchResult } from '../search/search.js'
import type { OpenLink } from './guests.js'
import { isActiveProject, requireShown } from './shown.js'

/** The part of an asset that guests see. */
interface AssetHead {
  readonly id: string
  readonly title: string
  readonly media_type: string
}

/** An asset in a list, with the key of the list. */
export interface ListedShared {
  readonly key: string | number
  readonly json: string
}

export interface GuestReads {
  /** Reads in the name of the link's maker. */
  readonly unit: Unit
  readonly link: OpenLink
  readonly files: MediaReader
}

/** A unit that signs URLs in the name of no user: guests are not users. */
export function asGuest (unit: Unit): Unit {
  return { ...unit, caller: { ...unit.caller, userId: 0 } }
}

/** The assets that a link shows, as guests see them. */
export function createSharedAssets ({ finder }: { finder: Finder }) {
  return {
    /** Those in a project, at any depth, as a page of a search. */
    async find (
      { unit, link: { shown, download }, files }: GuestReads,
      query: Readonly<Record<string, unknown>>,
      gone: AbortSignal
    ): Promise<SearchResult> {
      if (!await isActiveProject(unit.reads.sql, unit.caller, shown.id)) return { items: [], next: null, counts: {} }
      const sent = { query: { ...query, within: shown.id, include: 'media' } }
      const found = await finder.find(unit.caller, sent, { assetsOnly: true, gone, media: files })
      return {
        ...found,
        items: found.items.map(({ type, json }) => {
          const { media, ...asset } = JSON.parse(json) as AssetHead & { media: object[] }
          return { type, json: toJson(asset, media, download) }
        })
      }
    },

    /** The asset, or those of a collection in its order. */
    async list ({ unit, link: { shown, download }, files }: GuestReads, page: Page): Promise<ListedShared[]> {
      const heads = shown.type === 'asset' ? await alone(unit, shown.id, page) : await inCollection(unit, shown.id, page)
      const texts = await files.ofAssets(heads.map(({ asset }) => asset.id))
      const listed: ListedShared[] = []
      for (const { key, asset } of heads) {
        const media = texts.get(asset.id) ?? await files.ofAsset(asset.id)
        listed.push({ key, json: toJson(asset, JSON.parse(media) as object[], download) })
      }
      return listed
    },

    /** One of them. Throws AssetNotFound. */
    async read ({ unit, link: { shown, download }, files }: GuestReads, assetId: string): Promise<string> {
      const asset = await requireShown(unit.reads.sql, unit.caller, shown, assetId)
      return toJson(asset, JSON.parse(await files.ofAsset(asset.id)) as object[], download)
    }
  }
}

export type SharedAssets = ReturnType<typeof createSharedAssets>

interface KeyedHead {
  readonly key: string | number
  readonly asset: AssetHead
}

async function alone ({ caller, reads }: Unit, id: string, { after }: Page): Promise<KeyedHead[]> {
  const asset = await requireItem(assetKind, reads.sql, caller, id)
  return asset.cohort_id === null && after < id ? [{ key: id, asset }] : []
}

async function inCollection (unit: Unit, id: string, page: Page): Promise<KeyedHead[]> {
  const collection = await requireCollection(unit.reads.sql, unit.caller, id)
  const heads: KeyedHead[] = []
  for (const { asset_id: assetId, at, json } of await contents.list(unit, collection, page)) {
    const text = json ?? await contents.readLarge(unit, assetId)
    if (text !== null) heads.push({ key: at, asset: JSON.parse(text) as AssetHead })
  }
  return heads
}

function toJson ({ id, title, media_type: mediaType }: AssetHead, files: readonly object[], download: boolean): string {
  return JSON.stringify({
    id, title, media_type: mediaType, media: download ? files : files.map(withoutDownload)
  })
}

function withoutDownload (file: object): object {
  const { download_url: _url, download_url_expires_at: _end, ...rest } = file as Record<string, unknown>
  return rest
}
