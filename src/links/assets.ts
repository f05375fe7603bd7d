import type { Page } from '../basics/page.js'
import type { FilmTimes } from '../basics/time-code.js'
import type { Caller } from '../core/caller.js'
import type { SeenByGuests } from '../core/guest-view.js'
import type { Unit } from '../core/unit.js'
import type { Sql } from '../database/sql.js'
import { guestsReview } from '../included/guests-review.js'
import { additionsBy } from '../included/included.js'
import { requireItem } from '../items/require.js'
import { assetKind } from '../items/kinds.js'
import { assetOfGuests } from '../items/schema.js'
import { readMetadata } from '../media/analysis/read.js'
import type { MediaReader } from '../media/present.js'
import type { Finder, SearchResult } from '../search/search.js'
import { listShown } from './chosen.js'
import { presentFileToGuests, type ShownFile } from './files.js'
import type { OpenLink } from './guests.js'
import { pathsBelow } from './places.js'
import { isActiveProject, requireShown } from './shown.js'
import { inWords, textsIn, wordsFor } from './words.js'
import { isShown } from '../media/rows.js'

type AssetHead = SeenByGuests<typeof assetOfGuests>

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

/** An asset with its files, as users see them. */
interface WithFiles {
  readonly asset: AssetHead
  readonly media: readonly ShownFile[]
  readonly film?: FilmTimes | undefined
}

/** The assets that a link shows, as guests see them. */
export function createSharedAssets ({ finder }: { finder: Finder }) {
  return {
    /** Those in a project, at any depth, as a page of a search. */
    async find (
      { unit, link, files }: GuestReads,
      query: Readonly<Record<string, unknown>>,
      gone: AbortSignal
    ): Promise<SearchResult> {
      const { maker, shown } = link
      if (!await isActiveProject(unit.reads.sql, maker, shown.id)) return { items: [], next: null, counts: {} }
      const sent = { query: { ...query, within: shown.id, include: 'media' } }
      const found = await finder.find(maker, sent, {
        assetsOnly: true, publicOnly: true, headsOnly: true, gone, include: additionsBy(unit, files)
      })
      const texts = await write(unit.reads.sql, link, found.items.map(({ json }) => {
        const { media, ...asset } = JSON.parse(json) as AssetHead & { media: ShownFile[] }
        return { asset, media }
      }))
      return { ...found, items: texts.map((json) => ({ type: 'asset', json })) }
    },

    /** The asset, or those of a collection or a selection in its order. */
    async list ({ unit, link, files }: GuestReads, page: Page): Promise<ListedShared[]> {
      const { sql } = unit.reads
      const heads = await headsOf(sql, link, page)
      const texts = await files.ofAssets(heads.map(({ asset }) => asset.id))
      const listed: WithFiles[] = []
      for (const { asset } of heads) {
        const media = texts.get(asset.id) ?? await files.ofAsset(asset.id)
        listed.push({ asset, media: JSON.parse(media) as ShownFile[] })
      }
      return (await write(sql, link, listed)).map((json, index) => ({ key: heads[index]!.key, json }))
    },

    /** One of the assets; of a film also what its time codes need. Throws AssetNotFound. */
    async read ({ unit: { reads }, link, files }: GuestReads, assetId: string): Promise<string> {
      const { maker, shown } = link
      const asset = await requireShown(reads.sql, maker, shown, assetId)
      const media = JSON.parse(await files.ofAsset(asset.id)) as ShownFile[]
      const film = timesOf(await readMetadata({ caller: maker, reads }, asset.id))
      const [json] = await write(reads.sql, link, [{ asset, media, film }])
      return json!
    }
  }
}

export type SharedAssets = ReturnType<typeof createSharedAssets>

interface KeyedHead {
  readonly key: string | number
  readonly asset: AssetHead
}

/** The assets of a link that shows no project, without their files. */
async function headsOf (sql: Sql, { maker, shown: { type, id } }: OpenLink, page: Page): Promise<KeyedHead[]> {
  if (type === 'drop_folder') return []
  if (type === 'asset' || type === 'project') return alone(sql, maker, id, page)
  return (await listShown(sql, maker, { type, id }, page))
    .map(({ at, asset_id: assetId, ...rest }) => ({ key: at, asset: { id: assetId, ...rest } }))
}

async function alone (sql: Sql, maker: Caller, id: string, { after }: Page): Promise<KeyedHead[]> {
  const asset = await requireItem(assetKind, sql, maker, id)
  return asset.cohort_id === null && after < id ? [{ key: id, asset }] : []
}

/** Undefined if the asset is not a film with a frame rate. */
function timesOf (metadata: FilmTimes | null): FilmTimes | undefined {
  if (metadata === null || metadata.frame_rate === null) return undefined
  const { frame_rate: rate, timecode, timecode_rate: counted, variable_frame_rate: isUneven } = metadata
  return {
    frame_rate: rate, timecode: timecode ?? null, timecode_rate: counted, variable_frame_rate: isUneven === true
  }
}

/** Assets as JSON: those of a project's link with their places. */
async function write (
  sql: Sql, { maker: { accountId }, shown, download }: OpenLink, assets: readonly WithFiles[]
): Promise<string[]> {
  const ids = assets.map(({ asset }) => asset.id)
  const paths = shown.type === 'project' ? await pathsBelow(sql, accountId, shown.id, ids) : null
  const reviews = await guestsReview.read(sql, accountId, ids)
  const words = await wordsFor(sql, accountId, [
    ...assets.flatMap(({ asset, media }) => [asset.title, ...media.map(({ filename }) => filename)]),
    ...[...paths?.values() ?? []].flat(),
    ...[...reviews.values()].flatMap(textsIn)
  ])
  return assets.map(({ asset, media, film }) => JSON.stringify({
    ...assetOfGuests.of({ ...asset, title: words(asset.title) }),
    path: paths?.get(asset.id)?.map((title) => words(title)),
    version: media.findLast(({ status }) => isShown(status))?.version ?? null,
    media: media.map((file) => presentFileToGuests({ ...file, filename: words(file.filename) }, download)),
    film,
    review: reviews.has(asset.id) ? inWords(reviews.get(asset.id)!, words) : undefined
  }))
}
