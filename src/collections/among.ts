import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { projectsAllowing, seenAmong } from '../items/sight.js'
import type { Verb } from '../access/roles.js'
import { nextTurn } from '../work/turns/next-turn.js'

/**
 * What a caller who does not see the account sees of a collection, or may change. Its assets are looked at some at a
 * time, by their places: nothing reads all that the caller sees, which may be fifty thousand projects.
 */

/** Before all places. */
const BEGINNING = -Number.MAX_SAFE_INTEGER
/** The least number of assets that one look takes. */
const LEAST_AT_ONCE = 100

/** The place behind which a page begins. */
export const placeOf = ({ after }: Page): number => after === '' ? BEGINNING : Number(after)

/** $1 collection, $2 account, $3 e-mail: how many active assets are in each project, and in none */
const countByProject = statement('collections_count_by_project', () => `
  SELECT a.project_id, CASE WHEN a.owner = $3 THEN 1 ELSE 0 END AS is_own, CAST(count(*) AS integer) AS count
  FROM collection_assets AS m JOIN assets AS a ON a.id = m.asset_id
  WHERE m.collection_id = $1 AND m.account_id = $2 AND a.cohort_id IS NULL
  GROUP BY a.project_id, CASE WHEN a.owner = $3 THEN 1 ELSE 0 END`)

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
  const size = Math.max(page.limit, LEAST_AT_ONCE)
  const found: Row[] = []
  for (let place = placeOf(page); ;) {
    const rows = await read(place, size)
    const kept = await seenAmong('asset', sql, caller, rows.map((row) => row.asset_id), verb)
    found.push(...rows.filter((row) => kept.has(row.asset_id)))
    if (rows.length < size || found.length >= page.limit) return found.slice(0, page.limit)
    place = rows.at(-1)!.at
    await nextTurn(caller)
  }
}

/** The number of active assets of a collection for which the caller has the right. */
export async function countAmong (sql: Sql, caller: Caller, verb: Verb, collectionId: number): Promise<number> {
  const groups = await sql.all<Group>(countByProject, [collectionId, caller.accountId, caller.email])
  const projects = await projectsAllowing(sql, caller, groups.flatMap((group) => group.project_id ?? []), verb)
  return groups
    .filter(({ project_id: projectId, is_own: isOwn }) => projectId === null ? isOwn === 1 : projects.has(projectId))
    .reduce((sum, { count }) => sum + count, 0)
}
