import type { Page } from '../basics/page.js'
import type { FilmTimes } from '../basics/time-code.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import type { Sql } from '../database/sql.js'
import { requireItem } from '../items/require.js'
import { assetKind } from '../items/kinds.js'
import { readMetadata } from '../media/analysis/read.js'
import type { MediaReader } from '../media/present.js'
import type { Finder, SearchResult } from '../search/search.js'
import { listShown } from './collection.js'
import { withoutDownload, type ShownFile } from './files.js'
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
  readonly unit: Unit
  readonly link: OpenLink
  readonly files: MediaReader
}

/** The assets that a link shows, as guests see them. */
export function createSharedAssets ({ finder }: { finder: Finder }) {
  return {
    /** Those in a project, at any depth, as a page of a search. */
    async find (
      { unit: { reads: { sql } }, link: { maker, shown, download }, files }: GuestReads,
      query: Readonly<Record<string, unknown>>,
      gone: AbortSignal
    ): Promise<SearchResult> {
      if (!await isActiveProject(sql, maker, shown.id)) return { items: [], next: null, counts: {} }
      const sent = { query: { ...query, within: shown.id, include: 'media' } }
      const found = await finder.find(maker, sent, { assetsOnly: true, headsOnly: true, gone, media: files })
      return {
        ...found,
        items: found.items.map(({ type, json }) => {
          const { media, ...asset } = JSON.parse(json) as AssetHead & { media: object[] }
          return { type, json: toJson(asset, media, download) }
        })
      }
    },

    /** The asset, or those of a collection in its order. */
    async list ({ unit, link: { maker, shown, download }, files }: GuestReads, page: Page): Promise<ListedShared[]> {
      const { sql } = unit.reads
      const heads = shown.type === 'asset'
        ? await alone(sql, maker, shown.id, page)
        : (await listShown(sql, maker, shown.id, page))
            .map(({ at, asset_id: id, ...rest }) => ({ key: at, asset: { id, ...rest } }))
      const texts = await files.ofAssets(heads.map(({ asset }) => asset.id))
      const listed: ListedShared[] = []
      for (const { key, asset } of heads) {
        const media = texts.get(asset.id) ?? await files.ofAsset(asset.id)
        listed.push({ key, json: toJson(asset, JSON.parse(media) as object[], download) })
      }
      return listed
    },

    /** One of the assets; of a film also what its time codes need. Throws AssetNotFound. */
    async read (
      { unit: { reads }, link: { maker, shown, download }, files }: GuestReads, assetId: string
    ): Promise<string> {
      const asset = await requireShown(reads.sql, maker, shown, assetId)
      const media = JSON.parse(await files.ofAsset(asset.id)) as object[]
      return toJson(asset, media, download, timesOf(await readMetadata({ caller: maker, reads }, asset.id)))
    }
  }
}

export type SharedAssets = ReturnType<typeof createSharedAssets>

interface KeyedHead {
  readonly key: string | number
  readonly asset: AssetHead
}

async function alone (sql: Sql, maker: Caller, id: string, { after }: Page): Promise<KeyedHead[]> {
  const asset = await requireItem(assetKind, sql, maker, id)
  return asset.cohort_id === null && after < id ? [{ key: id, asset }] : []
}

/** Undefined if the asset is not a film with a frame rate. */
function timesOf (metadata: FilmTimes | null): FilmTimes | undefined {
  if (metadata === null || metadata.frame_rate === null) return undefined
  const { frame_rate: rate, timecode, variable_frame_rate: isUneven } = metadata
  return { frame_rate: rate, timecode: timecode ?? null, variable_frame_rate: isUneven === true }
}

function toJson (
  { id, title, media_type: mediaType }: AssetHead, files: readonly object[], download: boolean, film?: FilmTimes
): string {
  const media = download ? files : files.map((file) => withoutDownload(file as ShownFile))
  return JSON.stringify({ id, title, media_type: mediaType, media, film })
}
