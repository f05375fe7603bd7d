import { MINUTE_MS } from '../../basics/units.js'
import { statement, type Sql } from '../../database/sql.js'
import { contentTypeOf } from '../../media/serve/content-type.js'
import { keyOf } from '../looking/paths.js'
import type { ArrivalRow } from './rows.js'
import type { ArrivalStatus } from './statuses.js'

/** Files beside a clip, such as its subtitles, are attachments of its asset. */

const SIDECAR = /[^/]\.(?:xmp|xml|srt|vtt|scc|stl|edl|ale)$/i
const EXTENSION = /(?<=[^/])\.[^./]*$/

const FILM = /^(?:video\/|application\/mxf$)/
/** Films whose type says nothing. */
const RAW_FILM = /\.(?:mxf|mts|m2ts|r3d|braw|crm)$/i

/** How long one waits for a clip that is not there. Then it is a file as others are. */
const ALONE_MS = 10 * MINUTE_MS
/** The last files of a name that are looked at. */
const MOST_BESIDE = 100

interface BesideRow {
  readonly path: string
  readonly status: ArrivalStatus
  readonly asset_id: string | null
}

/** $1 drop folder, $2 account, $3 key, $4 limit: what comes, and what is in as an asset that is there, newest first */
const findBeside = statement<BesideRow>('arrivals_beside', () => `
  SELECT a.path, a.status, a.asset_id FROM arrivals AS a
    LEFT JOIN assets AS asset ON asset.id = a.asset_id AND asset.account_id = $2 AND asset.cohort_id IS NULL
  WHERE a.drop_folder_id = $1 AND a.account_id = $2 AND a.stem_key = $3
    AND (a.status IN ('waiting', 'arriving') OR (a.status IN ('done', 'duplicate') AND asset.id IS NOT NULL))
  ORDER BY a.id DESC LIMIT $4`)

const withoutExtension = (path: string) => path.replace(EXTENSION, '')
const keyOfStem = (stem: string) => keyOf(Buffer.from(stem.normalize('NFC')))
const isSame = (one: string, other: string) => one.normalize('NFC') === other.normalize('NFC')

const isFilm = (path: string) => RAW_FILM.test(path) || FILM.test(contentTypeOf(null, path))

/** By which sidecars find a file, in any form of its letters. Null for one that may be a sidecar itself. */
export function stemKeyOf (path: string): string | null {
  return SIDECAR.test(path) ? null : keyOfStem(withoutExtension(path))
}

/**
 * What a file that has settled is: `waits` for its clip, the id of the asset that it is an attachment of, or null for
 * all other files.
 */
export async function sidecarOf (sql: Sql, row: ArrivalRow, now: number): Promise<'waits' | { assetId: string } | null> {
  if (!SIDECAR.test(row.path)) return null
  const clip = await findClip(sql, row)
  if (clip === undefined) return now - Date.parse(row.same_since) < ALONE_MS ? 'waits' : null
  return clip.status === 'waiting' || clip.status === 'arriving' ? 'waits' : { assetId: clip.asset_id! }
}

/** Of `clip.mov.xmp` it is `clip.mov`; of `clip.xmp` the film of that name, else the first file by its name. */
async function findClip (sql: Sql, row: ArrivalRow): Promise<BesideRow | undefined> {
  const beside = (stem: string) =>
    sql.all(findBeside, [row.drop_folder_id, row.account_id, keyOfStem(stem), MOST_BESIDE])
  const base = withoutExtension(row.path)
  const whole = (await beside(withoutExtension(base))).find(({ path }) => isSame(path, base))
  if (whole !== undefined) return whole
  const all = await beside(base)
  const films = all.filter(({ path }) => isFilm(path))
  return (films.length > 0 ? films : all).toSorted((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0)[0]
}
