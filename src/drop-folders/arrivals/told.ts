import { listAdministrators } from '../../access/enabled-users.js'
import { toDatabase } from '../../basics/time.js'
import { HOUR_MS } from '../../basics/units.js'
import type { Caller } from '../../core/caller.js'
import { tellUsers, type Reason, type Told } from '../../core/events/teller.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'
import type { DropFolderRow } from '../definitions/rows.js'
import type { ArrivalRow } from './rows.js'

/** Whoever has made a drop folder, or a link to it, is told of its files once an hour: the next look shows them all. */

/** $1 account, $2 drop folder, $3 now, $4 an hour ago */
const mayTellOfFailed = statement('drop_folders_tell_of_failed', (sql) => `
  UPDATE drop_folders SET failed_told_at = ${sql.moment('$3')} WHERE account_id = $1 AND id = $2
    AND (failed_told_at IS NULL OR failed_told_at <= ${sql.moment('$4')})`)

/** $1 account, $2 link, $3 now, $4 an hour ago */
const mayTellOfGuests = statement('links_tell_of_files', (sql) => `
  UPDATE links SET files_told_at = ${sql.moment('$3')} WHERE account_id = $1 AND id = $2
    AND (files_told_at IS NULL OR files_told_at <= ${sql.moment('$4')})`)

/** $1 account, $2 link */
const findMaker = statement<{ id: number }>('links_maker_of_files', () =>
  'SELECT user_id AS id FROM links WHERE account_id = $1 AND id = $2')

/** $1 account, $2 project */
const findProject = statement<{ id: string }>('drop_folders_project', () =>
  'SELECT id FROM projects WHERE account_id = $1 AND id = $2')

function hourOf ({ time }: Transaction): [string, string] {
  return [toDatabase(time), toDatabase(new Date(time.getTime() - HOUR_MS))]
}

/** Who sees the project of a drop folder sees it; without one, or when it is gone, who sees the whole account. */
async function placeOf (sql: Sql, { account_id: accountId, project_id: id }: DropFolderRow): Promise<Told['item']> {
  const project = id === null ? undefined : await sql.first(findProject, [accountId, id])
  return project === undefined ? { type: 'account', id: null } : { type: 'project', id: project.id }
}

/** Tells who has saved the drop folder last, its user, that a file has failed; where it halts, the administrators. */
export async function tellOfFailed (
  tx: Transaction, folder: DropFolderRow, user: Caller | null, row: ArrivalRow, error: string
): Promise<void> {
  const { sql } = tx
  const { account_id: accountId, id: folderId } = folder
  if (await sql.run(mayTellOfFailed, [accountId, folderId, ...hourOf(tx)]) === 0) return
  const users = user === null ? await listAdministrators(sql, accountId) : [user.userId]
  tellUsers(tx, {
    reasons: users.map((id): Reason => [id, 'arrival_failed']),
    item: await placeOf(sql, folder),
    about: 'drop_folder',
    aboutId: folderId,
    text: `${row.path}: ${error}`,
    userId: 0,
    targets: { drop_folder_id: folderId, arrival_id: row.id }
  })
}

/** Tells the maker of a link that a guest has sent files by it. */
export async function tellOfGuest (
  tx: Transaction, folder: DropFolderRow, row: ArrivalRow, linkId: number, author?: string
): Promise<void> {
  const { sql } = tx
  if (await sql.run(mayTellOfGuests, [folder.account_id, linkId, ...hourOf(tx)]) === 0) return
  const maker = await sql.first(findMaker, [folder.account_id, linkId])
  if (maker === undefined) return
  tellUsers(tx, {
    reasons: [[maker.id, 'guest_files']],
    item: await placeOf(sql, folder),
    about: 'drop_folder',
    aboutId: folder.id,
    text: row.path,
    author,
    userId: 0,
    targets: { drop_folder_id: folder.id, arrival_id: row.id, link_id: linkId }
  })
}
