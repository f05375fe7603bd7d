import { LARGEST_ROW_ID, toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { usableAmong } from '../drop-folders/definitions/seen.js'
import { LinkNotFound } from './errors.js'
import { isBounded } from '../items/sight.js'
import { seenAmong } from '../items/standing.js'
import { nextTurn } from '../work/turns/next-turn.js'
import type { ItemOfLink, KnownLink } from './present.js'
import { linkColumns, type LinkRow } from './rows.js'
import { shownBy } from './shown.js'
import type { LinkTokens } from './tokens.js'

/** Lists the links of an account: those that the caller may revoke; to administrators all. */

interface KnownRow extends LinkRow {
  readonly item_title: string | null
  /** Of its collection. */
  readonly owner_id: number | null
  readonly is_public: boolean | number | null
}

/**
 * The most links of one look. Before the title of an item SQLite reads its description: 100,000 characters at most,
 * while everybody waits.
 */
const mostAtOnce = ({ isEmbedded }: Dialect) => isEmbedded ? 25 : 1000
/** The least, where those that the caller may not revoke are left out. */
const LEAST_AT_ONCE = 100

const known = (name: string, rest: string) => statement<KnownRow>(`links_${name}`, (sql) => `
  SELECT ${linkColumns(sql)}, COALESCE(a.title, p.title, c.title, d.title) AS item_title, c.user_id AS owner_id, c.is_public
  FROM links AS l LEFT JOIN assets AS a ON a.id = l.asset_id LEFT JOIN projects AS p ON p.id = l.project_id
    LEFT JOIN collections AS c ON c.id = l.collection_id LEFT JOIN drop_folders AS d ON d.id = l.drop_folder_id
  WHERE l.account_id = $1 AND ${rest}`)

/** $1 account, $2 before this id, $3 limit */
const listKnown = known('known', 'l.id < $2 ORDER BY l.id DESC LIMIT $3')

/** $1 account, $2 link */
const findKnown = known('find_known', 'l.id = $2')

export function createListing (tokens: LinkTokens) {
  async function show (sql: Sql, caller: Caller, rows: readonly KnownRow[]): Promise<KnownLink[]> {
    const revocable = await revocableAmong(sql, caller, rows)
    const seal = await tokens.open()
    return rows.flatMap((row) => {
      if (revocable.has(row)) return [{ row, token: seal.find(row), item: itemOf(row) }]
      return caller.admin ? [{ row, token: null, item: null }] : []
    })
  }

  return {
    /** A page of them, the newest first. */
    async listKnown ({ caller, reads: { sql } }: Unit, { after, limit }: Page): Promise<KnownLink[]> {
      const found: KnownLink[] = []
      for (let before = toRowId(after) ?? LARGEST_ROW_ID; ; await nextTurn(caller)) {
        const wanted = caller.admin ? limit - found.length : Math.max(limit, LEAST_AT_ONCE)
        const size = Math.min(mostAtOnce(sql.dialect), wanted)
        const rows = await sql.all(listKnown, [caller.accountId, before, size])
        found.push(...await show(sql, caller, rows))
        if (rows.length < size || found.length >= limit) return found.slice(0, limit)
        before = rows.at(-1)!.id
      }
    },

    /** Throws LinkNotFound. */
    async read ({ caller, reads: { sql } }: Unit, sentId: string): Promise<KnownLink> {
      const id = toRowId(sentId)
      const row = id === null ? undefined : await sql.first(findKnown, [caller.accountId, id])
      const [link] = row === undefined ? [] : await show(sql, caller, [row])
      if (link === undefined) throw new LinkNotFound()
      return link
    }
  }
}

/** The links that the caller may revoke: the same as `revocable` of targets.ts, for many. */
async function revocableAmong (
  sql: Sql, caller: Caller, rows: readonly KnownRow[]
): Promise<ReadonlySet<KnownRow>> {
  const allowed = new Set(rows.filter((row) => {
    const { type } = shownBy(row)
    const isOwn = row.user_id === caller.userId
    if (type === 'selection') return isOwn || caller.admin
    if (type === 'collection') return row.owner_id === caller.userId || (caller.admin && Boolean(row.is_public))
    return !isBounded(caller)
  }))
  if (!isBounded(caller)) return allowed
  const folders = await usableAmong(sql, caller, rows.flatMap((row) => row.drop_folder_id ?? []))
  for (const row of rows) if (row.drop_folder_id !== null && folders.has(row.drop_folder_id)) allowed.add(row)
  for (const type of ['asset', 'project'] as const) {
    for (const isOwn of [true, false]) {
      const some = rows.filter((row) => row[`${type}_id`] !== null && (row.user_id === caller.userId) === isOwn)
      const ids = some.map((row) => row[`${type}_id`]!)
      const seen = await seenAmong(type, sql, caller, ids, isOwn ? 'read' : 'moderate')
      for (const row of some) if (seen.has(row[`${type}_id`]!)) allowed.add(row)
    }
  }
  return allowed
}

function itemOf (row: KnownRow): ItemOfLink | null {
  const { type } = shownBy(row)
  if (type === 'selection') return null
  return { type, id: row[`${type}_id`]!, title: row.item_title ?? '' }
}
