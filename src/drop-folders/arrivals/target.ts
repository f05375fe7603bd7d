import type { Caller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'
import { assignItem } from '../../items/assign.js'
import { projectKind } from '../../items/kinds.js'
import { isBounded } from '../../items/sight.js'
import { seenAmong } from '../../items/standing.js'
import { createProject } from '../../projects/projects.js'
import type { DropFolderRow } from '../definitions/rows.js'
import { foldersOf, fromColumns, keyOf, shownNames, type ArrivalPath } from '../looking/paths.js'
import type { ArrivalRow } from './rows.js'

/** Subprojects that are compared with the name of a folder. */
const MOST_COMPARED = 10_000
/** Projects that are made for the guests of a link. */
const MOST_OF_GUESTS = 100

/** $1 drop folder, $2 path, $3 account: the subproject of a folder, while it is there */
const findPlace = statement<{ id: string }>('drop_folder_places_find', () => `
  SELECT project.id FROM drop_folder_places AS place JOIN projects AS project ON project.id = place.place_id
  WHERE place.drop_folder_id = $1 AND place.path_key = $2 AND place.account_id = $3 AND project.cohort_id IS NULL`)

/** $1 drop folder, $2 account, $3 JSON list of paths: the same of several folders */
const listPlaces = statement<{ key: string, id: string }>('drop_folder_places_among', (sql) => `
  SELECT place.path_key AS key, project.id FROM drop_folder_places AS place JOIN projects AS project ON project.id = place.place_id
  WHERE place.drop_folder_id = $1 AND ${sql.among('place.path_key', sql.strings('$3'))} AND place.account_id = $2`)

/** $1 account, $2 drop folder, $3 path, $4 project */
const setPlace = statement('drop_folder_places_set', () => `
  INSERT INTO drop_folder_places (account_id, drop_folder_id, path_key, place_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (drop_folder_id, path_key) DO UPDATE SET place_id = excluded.place_id`)

const list = (name: string, where: string) => statement<{ id: string, title: string }>(name, () => `
  SELECT id, title FROM projects WHERE ${where} AND cohort_id IS NULL ORDER BY id LIMIT $2`)

/** $1 account, $2 limit */
const listTop = list('drop_folders_top_projects', 'account_id = $1 AND project_id IS NULL')
/** $1 account, $2 limit, $3 project */
const listInside = list('drop_folders_subprojects', 'account_id = $1 AND project_id = $3')

const foldTitle = (title: string) => title.normalize('NFC').toLowerCase()

/** $1 link, $2 account, $3 the most: a guest's folder becomes a project */
const countProject = statement('links_count_project', () => `
  UPDATE links SET projects = projects + 1 WHERE id = $1 AND account_id = $2 AND projects < $3`)

/**
 * The project that the asset of a file is put into; null for none. `tx` is in the name of its user. Projects for
 * folders are made where they are missing, and are the same from then on, whatever becomes of their titles. When the
 * guests of a link have had a hundred made, their files come into the drop folder's own.
 */
export async function targetOf (tx: Transaction, folder: DropFolderRow, row: ArrivalRow): Promise<string | null> {
  let target = folder.project_id
  if (folder.subfolders === 'ignore') return target
  for (const path of foldersOf(fromColumns(row))) {
    const key = keyOf(path)
    const known = await tx.sql.first(findPlace, [folder.id, key, folder.account_id])
    const name = shownNames(path).at(-1)!
    const there = known?.id ?? await findByTitle(tx, target, name)
    if (there === null && !await mayMake(tx, row)) return folder.project_id
    const id = there ?? await make(tx, target, name)
    if (known === undefined) await tx.sql.run(setPlace, [folder.account_id, folder.id, key, id])
    target = id
  }
  return target
}

/** The same as far as it is there: where a file lies that is not in yet. `user` is whose drop folder it is. */
export async function placeOf (sql: Sql, user: Caller, folder: DropFolderRow, row: ArrivalRow): Promise<string | null> {
  let target = folder.project_id
  if (folder.subfolders === 'ignore') return target
  for (const path of foldersOf(fromColumns(row))) {
    const known = await sql.first(findPlace, [folder.id, keyOf(path), folder.account_id])
    const id = known?.id ?? await findByTitle({ sql, caller: user }, target, shownNames(path).at(-1)!)
    if (id === null) break
    target = id
  }
  return target
}

/** Where files lie that were found now, by the folders that are known. Null for the project of the drop folder. */
export async function placesAmong (
  sql: Sql, folder: DropFolderRow, paths: readonly ArrivalPath[]
): Promise<(path: ArrivalPath) => string | null> {
  if (folder.subfolders === 'ignore') return () => null
  const keys = [...new Set(paths.flatMap((path) => foldersOf(path).map(keyOf)))]
  const rows = await sql.all(listPlaces, [folder.id, folder.account_id, JSON.stringify(keys)])
  const known = new Map(rows.map(({ key, id }) => [key, id]))
  return (path) => foldersOf(path).map((each) => known.get(keyOf(each))).findLast((id) => id !== undefined) ?? null
}

async function findByTitle (
  { sql, caller }: Pick<Transaction, 'sql' | 'caller'>, parentId: string | null, name: string
): Promise<string | null> {
  const rows = parentId === null
    ? await sql.all(listTop, [caller.accountId, MOST_COMPARED])
    : await sql.all(listInside, [caller.accountId, MOST_COMPARED, parentId])
  const same = rows.filter(({ title }) => foldTitle(title) === foldTitle(name)).map(({ id }) => id)
  if (same.length === 0 || !isBounded(caller)) return same[0] ?? null
  const seen = await seenAmong('project', sql, caller, same, 'change')
  return same.find((id) => seen.has(id)) ?? null
}

/** Whether one more project may be made for a file. A link that is gone has no more of them made. */
async function mayMake (
  { sql }: Transaction, { account_id: accountId, link_id: linkId }: ArrivalRow
): Promise<boolean> {
  return linkId === null || await sql.run(countProject, [linkId, accountId, MOST_OF_GUESTS]) > 0
}

async function make (tx: Transaction, parentId: string | null, name: string): Promise<string> {
  const { id } = await createProject(tx, { title: name.normalize('NFC') })
  if (parentId !== null) await assignItem(projectKind, tx, id, parentId)
  return id
}
