import { toRowId } from '../../basics/ids.js'
import type { Caller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'
import { ProjectNotFound, RoleRefused, TargetProjectNotFound } from '../../errors.js'
import { projectKind } from '../../items/kinds.js'
import { requireItem } from '../../items/require.js'
import { isBounded, roleAtTop } from '../../items/sight.js'
import { isAllowed, seenAmong } from '../../items/standing.js'
import { DropFolderNotFound } from '../errors.js'
import type { Rules } from './rules.js'
import { findDropFolder, listPlaced, lockRow, type DropFolderRow, type PlacedRow } from './rows.js'

/** Who sees its project sees a drop folder. Without one, or when it is gone, who sees the whole account. */

/** $1 account, $2 JSON list of projects */
const knownProjects = statement<{ id: string }>('drop_folders_projects', (sql) =>
  `SELECT id FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

async function projectsThere (
  sql: Sql, { accountId }: Caller, rows: ReadonlyArray<Pick<PlacedRow, 'project_id'>>
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.flatMap((row) => row.project_id ?? []))]
  const found = ids.length === 0 ? [] : await sql.all(knownProjects, [accountId, JSON.stringify(ids)])
  return new Set(found.map(({ id }) => id))
}

/** Those that the caller sees. */
export async function seenOf<Row extends Pick<PlacedRow, 'project_id'>> (
  sql: Sql, caller: Caller, rows: readonly Row[]
): Promise<Row[]> {
  if (!isBounded(caller)) return [...rows]
  const there = await projectsThere(sql, caller, rows)
  const seen = await seenAmong('project', sql, caller, [...there])
  return rows.filter(({ project_id: id }) => id === null || !there.has(id) ? roleAtTop(caller) !== null : seen.has(id))
}

/** Reads a drop folder that the caller sees. Throws DropFolderNotFound. */
export async function requireDropFolder (sql: Sql, caller: Caller, sentId: string): Promise<DropFolderRow> {
  const id = toRowId(sentId)
  const row = id === null ? undefined : await sql.first(findDropFolder, [caller.accountId, id])
  if (row === undefined || (await seenOf(sql, caller, [row])).length === 0) throw new DropFolderNotFound()
  return row
}

/** One that is public and that a user may use: what a link of this user lets guests send files into. */
export async function findPublic (sql: Sql, maker: Caller, id: number): Promise<DropFolderRow | null> {
  const row = await sql.first(findDropFolder, [maker.accountId, id])
  return row !== undefined && Boolean(row.is_public) && await mayUse(sql, maker, row) ? row : null
}

/** Reads one that the caller sees, locked, so that concurrent changes run one after the other. */
export async function lockDropFolder ({ sql, caller }: Transaction, sentId: string): Promise<DropFolderRow> {
  const id = toRowId(sentId)
  if (id !== null) await sql.first(lockRow, [caller.accountId, id])
  return requireDropFolder(sql, caller, sentId)
}

/** Whether the caller is at least a `Member` where the assets go. */
export async function mayUse (
  sql: Sql, caller: Caller, row: Pick<PlacedRow, 'project_id'>
): Promise<boolean> {
  const [projectId] = isBounded(caller) ? await projectsThere(sql, caller, [row]) : []
  if (projectId === undefined) return roleAtTop(caller) !== null
  return isAllowed('project', sql, caller, projectId, 'change')
}

/** Those of some drop folders that the caller may use. */
export async function usableAmong (sql: Sql, caller: Caller, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const wanted = new Set(ids)
  const rows = wanted.size === 0 ? [] : await sql.all(listPlaced, [caller.accountId])
  const usable = new Set<number>()
  for (const row of rows) if (wanted.has(row.id) && await mayUse(sql, caller, row)) usable.add(row.id)
  return usable
}

/** With a location, only administrators make and change it. Throws RoleRefused. */
export async function requireChange (
  sql: Sql, caller: Caller, row: Pick<PlacedRow, 'project_id' | 'location'>
): Promise<void> {
  if (row.location !== null && !caller.admin) throw new RoleRefused()
  if (!await mayUse(sql, caller, row)) throw new RoleRefused()
}

/** Makes sure that the caller may have files put into a project. Throws TargetProjectNotFound and RoleRefused. */
export async function requireProject (
  sql: Sql, caller: Caller, { project_id: projectId }: Pick<Rules, 'project_id'>, location: string | null
): Promise<void> {
  if (projectId !== null) {
    const project = await requireItem(projectKind, sql, caller, projectId).catch((error: unknown) => {
      throw error instanceof ProjectNotFound ? new TargetProjectNotFound(projectId) : error
    })
    if (project.cohort_id !== null) throw new TargetProjectNotFound(projectId)
  }
  await requireChange(sql, caller, { project_id: projectId, location })
}
