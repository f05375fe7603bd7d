import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { statement, type Dialect } from '../database/sql.js'
import { LAST_ID } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { LAST_MOMENT_MS, toDatabase, toMilliseconds } from '../basics/time.js'
import { DAY_MS } from '../basics/units.js'
import { assetShape, projectShape } from '../items/rows.js'

/** An item that was trashed itself, with the items that were trashed with it. */
export interface Trashed {
  readonly id: string
  readonly trashed_at: string
  readonly user_id: number
  readonly items: number
  /** The item as JSON: one of the two. */
  readonly asset: string | null
  readonly project: string | null
}

type Table = 'assets' | 'projects'

/** A column of the item that was trashed itself. For an EXISTS, PostgreSQL would read whole tables. */
const root = (table: Table, column: string) =>
  `(SELECT ${column} FROM ${table} WHERE id = c.root_id AND account_id = $1)`

/**
 * $1 account, $2 trashed then or earlier, $3 at that time before this id, $4 limit. Restored items have left the
 * cohort, and cohorts that are being purged are left out.
 */
const list = (name: string, columns: (sql: Dialect) => string) => statement(name, (sql) => `
  SELECT c.id, ${sql.milliseconds('c.trashed_at')} AS trashed_at, ${columns(sql)} FROM trash_cohorts AS c
  WHERE c.account_id = $1 AND c.items != 0 AND c.trashed_at <= ${sql.moment('$2')}
    AND (c.trashed_at < ${sql.moment('$2')} OR c.id < $3) AND c.purge_begun_at IS NULL
    AND COALESCE(${root('assets', 'cohort_id')}, ${root('projects', 'cohort_id')}) = c.id
    AND NOT EXISTS (SELECT 1 FROM cascades WHERE account_id = $1 AND kind = 'purge' AND project_id = c.root_id)
  ORDER BY c.trashed_at DESC, c.id DESC LIMIT $4`)

const read = list('trash_list', (sql) => `c.user_id, c.items,
  ${root('assets', assetShape.json(sql))} AS asset, ${root('projects', projectShape.json(sql))} AS project`)

const weigh = list('trash_weigh', () =>
  `COALESCE(${root('assets', assetShape.bytes)}, ${root('projects', projectShape.bytes)}, 0) AS bytes`)

const KEY = /^(\d{13})-([\da-f-]{36})$/

/** The key that a page continues after: the time of trashing, and the cohort. */
export function keyOfTrashed ({ trashed_at: trashedAt, id }: Pick<Trashed, 'trashed_at' | 'id'>): string {
  return `${String(Date.parse(trashedAt)).padStart(13, '0')}-${id}`
}

/** The trash of an account, newest first: the items that were trashed themselves. */
export function createTrash ({ retentionDays }: { retentionDays: number }) {
  function parametersOf ({ accountId }: Caller, { after, limit }: Page) {
    const [, moment = LAST_MOMENT_MS, id = LAST_ID] = KEY.exec(after) ?? []
    return [accountId, toDatabase(new Date(Number(moment))), id, limit]
  }

  return {
    list: ({ caller, reads }: Unit, page: Page) => reads.sql.all<Trashed>(read, parametersOf(caller, page)),

    /** The bytes of each entry of the list. */
    async weigh ({ caller, reads }: Unit, page: Page) {
      const rows = await reads.sql.all<Pick<Trashed, 'id' | 'trashed_at'> & { bytes: number }>(
        weigh, parametersOf(caller, page)
      )
      return rows.map((row) => ({ key: keyOfTrashed(row), bytes: row.bytes }))
    },

    /** As JSON. */
    present ({ asset, project, trashed_at: trashedAt, user_id: userId, items }: Trashed): string {
      const type = asset === null ? 'project' : 'asset'
      const purgeAt = toMilliseconds(new Date(Date.parse(trashedAt) + retentionDays * DAY_MS))
      const rest = JSON.stringify({ trashed_at: trashedAt, purge_at: purgeAt, user_id: userId, count: items })
      return `{"type":"${type}","${type}":${asset ?? project},${rest.slice(1)}`
    }
  }
}

export type Trash = ReturnType<typeof createTrash>
