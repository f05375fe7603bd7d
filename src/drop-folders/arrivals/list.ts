import { LAST_ID, toItemId } from '../../basics/ids.js'
import type { Page } from '../../basics/page.js'
import { toDatabase } from '../../basics/time.js'
import type { Caller } from '../../core/caller.js'
import type { Unit } from '../../core/unit.js'
import { statement, type Sql } from '../../database/sql.js'
import { RoleRefused } from '../../errors.js'
import { isBounded } from '../../items/sight.js'
import { seenAmong } from '../../items/standing.js'
import { mayUse, requireDropFolder } from '../definitions/seen.js'
import { ArrivalNotFound } from '../errors.js'
import type { ListedArrival } from './present.js'
import { ARRIVALS_JOB, LOOK_JOB, UPLOADED } from './rows.js'
import type { ArrivalStatus } from './statuses.js'

export interface SeenRow extends ListedArrival {
  readonly project_id: string | null
}

const read = (name: string, where: string) => statement<SeenRow>(name, (sql) => `
  SELECT a.id, a.path, a.size, a.status, a.error, a.asset_id, a.project_id, a.checksum, a.guest,
    ${sql.milliseconds('a.created_at')} AS created_at, ${sql.milliseconds('a.finished_at')} AS finished_at,
    CASE WHEN a.status IN ('done', 'duplicate') THEN a.size ELSE COALESCE(up.progress, file.progress, 0) END AS progress
  FROM arrivals AS a LEFT JOIN media_files AS file ON file.id = a.file_id
    LEFT JOIN uploads AS up ON up.id = a.file_id AND up.status = 'open'
  WHERE a.drop_folder_id = $1 AND a.account_id = $2 AND ${where}`)

/** $1 drop folder, $2 account, $3 before this id, $4 limit: the newest first */
const listAll = read('arrivals_list', 'a.id < $3 ORDER BY a.id DESC LIMIT $4')
/** The same. $5 status */
const listOfStatus = read('arrivals_list_of_status', 'a.status = $5 AND a.id < $3 ORDER BY a.id DESC LIMIT $4')
/** $1 drop folder, $2 account, $3 arrival */
export const findArrival = read('arrivals_find', 'a.id = $3')

/** $1 arrival, $2 account, $3 now */
const retryFailed = statement('arrivals_retry', (sql) => `
  UPDATE arrivals SET due_at = ${sql.moment('$3')}
  WHERE id = $1 AND account_id = $2 AND status = 'failed' AND state <> '${UPLOADED}' AND lease_token IS NULL`)

/** $1 arrival, $2 account: it waits for its sender */
const awaitUpload = statement('arrivals_await_upload', () => `
  UPDATE arrivals SET status = 'waiting', error = NULL, finished_at = NULL
  WHERE id = $1 AND account_id = $2 AND status = 'failed' AND state = '${UPLOADED}'`)

/** $1 arrival, $2 account, $3 now: a folder that is one thing is taken file by file */
const takeApart = statement('arrivals_take_apart', (sql) => `
  UPDATE arrivals SET status = 'done', finished_at = ${sql.moment('$3')}
  WHERE id = $1 AND account_id = $2 AND status = 'left_out'`)

/** $1 drop folder, $2 account, $3 now */
const lookNow = statement('drop_folders_look_now', (sql) => `
  UPDATE drop_folders SET due_at = ${sql.moment('$3')}
  WHERE id = $1 AND account_id = $2 AND due_at IS NOT NULL AND lease_token IS NULL`)

/** What comes in by a drop folder. Functions with the id of a missing one throw DropFolderNotFound. */
export const arrivals = {
  /** The id for `list`. */
  require: async ({ caller, reads }: Unit, id: string) => (await requireDropFolder(reads.sql, caller, id)).id,

  /** What the caller sees of a drop folder that was required before, the newest first. */
  async list ({ caller, reads: { sql } }: Unit, folderId: number, { after, limit }: Page, status?: ArrivalStatus) {
    const found: ListedArrival[] = []
    let before = after === '' ? LAST_ID : after
    for (;;) {
      const parameters = [folderId, caller.accountId, before, limit]
      const rows = status === undefined
        ? await sql.all(listAll, parameters)
        : await sql.all(listOfStatus, [...parameters, status])
      found.push(...await seenOf(sql, caller, rows))
      if (rows.length < limit || found.length >= limit) return found.slice(0, limit)
      before = rows.at(-1)!.id
    }
  },

  /** Has a file looked at again. Nothing changes for what is in. Throws ArrivalNotFound and RoleRefused. */
  retry: ({ transact }: Unit, folderId: string, sentId: string): Promise<void> => transact(async (tx) => {
    const { sql, caller, time, wake } = tx
    const folder = await requireDropFolder(sql, caller, folderId)
    const id = toItemId(sentId)
    const row = id === null ? undefined : await sql.first(findArrival, [folder.id, caller.accountId, id])
    if (row === undefined || (await seenOf(sql, caller, [row])).length === 0) throw new ArrivalNotFound()
    if (!await mayUse(sql, caller, folder)) throw new RoleRefused()
    const now = toDatabase(time)
    await sql.run(retryFailed, [row.id, caller.accountId, now])
    await sql.run(awaitUpload, [row.id, caller.accountId])
    if (await sql.run(takeApart, [row.id, caller.accountId, now]) > 0) {
      await sql.run(lookNow, [folder.id, caller.accountId, now])
    }
    wake(ARRIVALS_JOB)
    wake(LOOK_JOB)
  })
}

export type Arrivals = typeof arrivals

/** Those that lie where the caller sees them, with the assets that the caller sees. */
export async function seenOf (sql: Sql, caller: Caller, rows: readonly SeenRow[]): Promise<ListedArrival[]> {
  if (!isBounded(caller)) return [...rows]
  const idsOf = (key: 'project_id' | 'asset_id') => [...new Set(rows.flatMap((row) => row[key] ?? []))]
  const projects = await seenAmong('project', sql, caller, idsOf('project_id'))
  const assets = await seenAmong('asset', sql, caller, idsOf('asset_id'))
  return rows.filter((row) => row.project_id === null || projects.has(row.project_id))
    .map((row) => row.asset_id === null || assets.has(row.asset_id) ? row : { ...row, asset_id: null })
}
