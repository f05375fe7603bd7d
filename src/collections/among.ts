import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { isBounded, isUnplacedOf, roleAtTop } from '../items/sight.js'
import { projectsAllowing, seenAmong } from '../items/standing.js'
import type { Verb } from '../access/roles.js'
import { nextTurn } from '../work/turns/next-turn.js'

/**
 * What a caller sees of a collection, or may change. Its assets are looked at some at a time, by their places: nothing
 * reads all that a caller sees who does not see the account, which may be fifty thousand projects.
 */

/** Before all places. */
const BEGINNING = -Number.MAX_SAFE_INTEGER

/** The least number of assets of one look, where those that are not seen are left out. */
const LEAST_AT_ONCE = 100

/**
 * The most assets of one look. Before the title of an asset SQLite reads its description, and before its media type its
 * tags: a mebibyte at most, while everybody waits.
 */
const mostAtOnce = ({ isEmbedded }: Dialect) => isEmbedded ? 25 : 1000

/** The place behind which a page begins. */
const placeOf = ({ after }: Page): number => after === '' ? BEGINNING : Number(after)

const isOwn = `CASE WHEN ${isUnplacedOf('$3', { project: 'a.project_id', owner: 'a.owner' })} THEN 1 ELSE 0 END`

/** $1 collection, $2 account, $3 e-mail: how many active assets are in each project, and in none. It reads no texts. */
const countByProject = statement<Group>('collections_count_by_project', () => `
  SELECT a.project_id, ${isOwn} AS is_own, count(*) AS count
  FROM collection_assets AS m JOIN assets AS a ON a.id = m.asset_id
  WHERE m.collection_id = $1 AND m.account_id = $2 AND a.cohort_id IS NULL
  GROUP BY a.project_id, ${isOwn}`)

interface Group {
  readonly project_id: string | null
  readonly is_own: 0 | 1
  readonly count: number
}

/** An asset of a collection with its place. */
interface PlacedAsset {
  readonly asset_id: string
  readonly at: number
}

/** A page of the assets that `read` lists: those for which the caller has the right. */
export async function listAmong<Row extends PlacedAsset> (
  sql: Sql, caller: Caller, verb: Verb, page: Page, read: (place: number, limit: number) => Promise<Row[]> | Row[]
): Promise<Row[]> {
  const found: Row[] = []
  for (let place = placeOf(page); ; await nextTurn(caller)) {
    const wanted = isBounded(caller) ? Math.max(page.limit, LEAST_AT_ONCE) : page.limit - found.length
    const size = Math.min(mostAtOnce(sql.dialect), wanted)
    const rows = await read(place, size)
    found.push(...isBounded(caller) ? await allowedAmong(sql, caller, verb, rows) : rows)
    if (rows.length < size || found.length >= page.limit) return found.slice(0, page.limit)
    place = rows.at(-1)!.at
  }
}

async function allowedAmong<Row extends PlacedAsset> (
  sql: Sql, caller: Caller, verb: Verb, rows: readonly Row[]
): Promise<Row[]> {
  const allowed = await seenAmong('asset', sql, caller, rows.map((row) => row.asset_id), verb)
  return rows.filter((row) => allowed.has(row.asset_id))
}

/** The number of active assets of a collection for which the caller has the right. */
export async function countAmong (sql: Sql, caller: Caller, verb: Verb, collectionId: number): Promise<number> {
  const groups = await sql.all(countByProject, [collectionId, caller.accountId, caller.email])
  return (await allowedOf(sql, caller, verb, groups)).reduce((sum, { count }) => sum + count, 0)
}

async function allowedOf (
  sql: Sql, caller: Caller, verb: Verb, groups: readonly Group[]
): Promise<readonly Group[]> {
  if (!isBounded(caller)) return groups
  const projects = await projectsAllowing(sql, caller, groups.flatMap((group) => group.project_id ?? []), verb)
  return groups.filter(({ project_id: project, is_own: isOwn }) =>
    project === null ? isOwn === 1 || roleAtTop(caller) !== null : projects.has(project))
}
