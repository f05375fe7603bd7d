import { groupBy } from '../../basics/group-by.js'
import { newId } from '../../basics/ids.js'
import { toDatabase } from '../../basics/time.js'
import { SECOND_MS } from '../../basics/units.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'
import type { DropFolderRow } from '../definitions/rows.js'
import { keyOf, shownPath, toColumns, type ArrivalPath } from '../looking/paths.js'
import type { Found } from '../looking/walk.js'
import { isUpload, UPLOADED } from './rows.js'
import { stemKeyOf } from './sidecars.js'
import type { ArrivalStatus } from './statuses.js'
import { placesAmong } from './target.js'

/** How many files of a drop folder are on their way at the same time. The others wait. */
const MOST_UNDER_WAY = 500

export interface KnownRow {
  readonly id: string
  readonly path_key: string
  readonly status: ArrivalStatus
  readonly size: number
  readonly mtime: string
  readonly state: string
  readonly asset_id: string | null
  readonly earlier_asset_id: string | null
  readonly is_sidecar: boolean | number
}

/** $1 drop folder, $2 account, $3 JSON list of keys */
export const findKnown = statement<KnownRow>('arrivals_known', (sql) => `
  SELECT id, path_key, status, size, mtime, state, asset_id, earlier_asset_id, is_sidecar FROM arrivals
  WHERE drop_folder_id = $1 AND account_id = $2 AND ${sql.among('path_key', sql.strings('$3'))}`)

/** $1 JSON list of rows, $2 account, $3 user, $4 drop folder, $5 time */
const insertFound = statement('arrivals_insert', (sql) => `
  INSERT INTO arrivals (id, account_id, user_id, drop_folder_id, path, raw_path, path_key, size, mtime, state, status,
    earlier_asset_id, stem_key, project_id, same_since, created_at)
  SELECT value ->> 0, CAST($2 AS integer), CAST($3 AS integer), CAST($4 AS integer), value ->> 1, value ->> 2, value ->> 3,
    CAST(value ->> 4 AS bigint), value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10,
    ${sql.moment('$5')}, ${sql.moment('$5')}
  FROM ${sql.elements('$1')} WHERE true ON CONFLICT DO NOTHING`)

/** $1 arrival, $2 account, $3 size, $4 mtime, $5 state, $6 time, $7 due */
const seeOther = statement('arrivals_see_other', (sql) => `
  UPDATE arrivals SET status = 'waiting', size = $3, mtime = $4, state = $5, same_since = ${sql.moment('$6')}, error = NULL,
    failures = 0, upload_key = NULL, due_at = CASE WHEN due_at IS NULL THEN NULL ELSE ${sql.moment('$7')} END
  WHERE id = $1 AND account_id = $2 AND status IN ('waiting', 'failed') AND lease_token IS NULL`)

/** $1 arrival, $2 account: another file is at its path */
export const leavePath = statement('arrivals_leave_path', () =>
  'UPDATE arrivals SET path_key = NULL WHERE id = $1 AND account_id = $2')

/** $1 drop folder, $2 account, $3 limit */
const countUnderWay = statement<{ count: number }>('arrivals_under_way', () => `
  SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM arrivals
    WHERE drop_folder_id = $1 AND account_id = $2 AND status = 'arriving' AND state <> '${UPLOADED}'
    LIMIT $3) AS counted`)

/** $1 drop folder, $2 account, $3 limit: those that nobody looks at yet, the oldest first */
const findIdle = statement<{ id: string, same_since: string }>('arrivals_idle', (sql) => `
  SELECT id, ${sql.milliseconds('same_since')} AS same_since FROM arrivals
  WHERE drop_folder_id = $1 AND account_id = $2 AND status = 'waiting' AND due_at IS NULL
    AND state <> '${UPLOADED}' ORDER BY id LIMIT $3`)

/** $1 account, $2 JSON list of ids, $3 due */
const makeDue = statement('arrivals_make_due', (sql) => `
  UPDATE arrivals SET due_at = ${sql.moment('$3')}
  WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))} AND status = 'waiting' AND due_at IS NULL`)

/** Whether a folder that is one thing is to be taken file by file. */
export async function isTakenApart (sql: Sql, folder: DropFolderRow, path: Buffer): Promise<boolean> {
  const [row] = await sql.all(findKnown, [folder.id, folder.account_id, JSON.stringify([keyOf(path)])])
  return row?.status === 'done'
}

/** What some of what was found changes. `known` are their rows. */
function changesOf (
  found: readonly Found[], known: ReadonlyMap<string, KnownRow>, placeOf: (path: ArrivalPath) => string | null
) {
  const added: unknown[][] = []
  const others: Array<{ readonly row: KnownRow, readonly seen: readonly [number, string, string] }> = []
  const gone: string[] = []
  for (const { path, entry } of found) {
    const { path: shown, rawPath, pathKey } = toColumns(path)
    const row = known.get(pathKey)
    const seen = [entry?.size ?? 0, String(entry?.mtimeNs ?? 0), entry?.state ?? ''] as const
    const add = (earlier: string | null) =>
      added.push([newId(), shown, rawPath, pathKey, ...seen, entry === null ? 'left_out' : 'waiting', earlier,
        entry === null ? null : stemKeyOf(shown), placeOf(path)])
    if (row === undefined) add(null)
    else if (entry === null) continue
    else if (row.status === 'waiting' || row.status === 'failed') {
      if (row.state !== entry.state) others.push({ row, seen })
    } else if ((row.status !== 'arriving' || isUpload(row)) && (row.size !== entry.size || row.mtime !== seen[1])) {
      gone.push(row.id)
      add(row.is_sidecar ? null : row.asset_id)
    }
  }
  return { added, others, gone }
}

/** Writes what is new among what a look has found. What is known and the same costs one look-up. */
export async function noteFound (
  { sql, transact }: {
    readonly sql: Sql, readonly transact: (work: (tx: Transaction) => Promise<void>) => Promise<void>
  },
  folder: DropFolderRow, userId: number, found: readonly Found[]
): Promise<void> {
  const keys = JSON.stringify(found.map(({ path }) => keyOf(path)))
  const rows = await sql.all(findKnown, [folder.id, folder.account_id, keys])
  const known = new Map(rows.map((row) => [row.path_key, row]))
  const unknown = found.filter(({ path }) => !known.has(keyOf(path)))
  const placeOf = await placesAmong(sql, folder, unknown.map(({ path }) => path))
  const { added, others, gone } = changesOf(found, known, placeOf)
  if (added.length + others.length === 0) return
  await transact(async (tx) => {
    const now = toDatabase(tx.time)
    const due = toDatabase(new Date(tx.time.getTime() + folder.settle * SECOND_MS))
    for (const id of gone) await tx.sql.run(leavePath, [id, folder.account_id])
    for (const { row, seen } of others) await tx.sql.run(seeOther, [row.id, folder.account_id, ...seen, now, due])
    if (added.length === 0) return
    await tx.sql.run(insertFound, [JSON.stringify(added), folder.account_id, userId, folder.id, now])
    for (const { path } of found.filter(({ entry }) => entry === null)) await removeInside(tx, folder, shownPath(path))
  })
}

/** $1 drop folder, $2 account, $3 path with a slash at its end. Databases order paths in ways of their own. */
const removeBelow = statement('arrivals_remove_below', () => `
  DELETE FROM arrivals WHERE drop_folder_id = $1 AND account_id = $2 AND status = 'waiting' AND state <> '${UPLOADED}'
    AND substr(path, 1, length(CAST($3 AS text))) = CAST($3 AS text)`)

/** The files of a folder that has turned out to be one thing do not come alone. */
async function removeInside ({ sql }: Transaction, folder: DropFolderRow, path: string): Promise<void> {
  if (path !== '') await sql.run(removeBelow, [folder.id, folder.account_id, `${path}/`])
}

export async function isAnyIdle (sql: Sql, folder: DropFolderRow): Promise<boolean> {
  return await sql.first(findIdle, [folder.id, folder.account_id, 1]) !== undefined
}

/** Lets the next waiting files be looked at, the oldest first, when they have settled. */
export async function feed (tx: Transaction, folder: DropFolderRow): Promise<void> {
  const ofFolder = [folder.id, folder.account_id]
  const { count } = (await tx.sql.first(countUnderWay, [...ofFolder, MOST_UNDER_WAY]))!
  if (count >= MOST_UNDER_WAY) return
  const idle = await tx.sql.all(findIdle, [...ofFolder, MOST_UNDER_WAY - count])
  if (idle.length === 0) return
  const now = tx.time.getTime()
  const settled = (since: string) =>
    toDatabase(new Date(Math.max(now, Math.min(Date.parse(since), now) + folder.settle * SECOND_MS)))
  for (const [due, rows] of groupBy(idle, ({ same_since: since }) => settled(since))) {
    await tx.sql.run(makeDue, [folder.account_id, JSON.stringify(rows.map(({ id }) => id)), due])
  }
}
