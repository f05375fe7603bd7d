import { listAmong } from '../collections/among.js'
import type { CollectionRow } from '../collections/rows.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { TooMany } from '../errors.js'
import type { ProjectRow } from '../items/rows.js'
import { isBounded } from '../items/sight.js'
import { projectsAllowing } from '../items/standing.js'
import { nextTurn } from '../work/turns/next-turn.js'

/** Maximum number of assets of an eject. */
export const MOST_ASSETS = 10_000
/** Projects that one statement looks up. */
const PROJECTS_AT_ONCE = 500

/** Assets in a folder, and in those below it. None of them is empty. */
export interface Folder {
  readonly title: string
  readonly assets: string[]
  readonly folders: Folder[]
}

interface TreeRow {
  readonly id: string
  readonly project_id: string | null
  readonly title: string
}

/** $1 project, $2 account: the project and the active projects below it */
const listTree = statement<TreeRow>('ejects_tree', (sql) => `
  WITH RECURSIVE tree (id, project_id, title) AS (
    SELECT id, project_id, title FROM projects WHERE id = $1 AND account_id = $2
    UNION ALL
    SELECT child.id, child.project_id, child.title FROM ${sql.lookUp('tree', {
      table: 'projects',
      alias: 'child',
      columns: 'id, project_id, title, cohort_id',
      column: 'project_id',
      value: 'tree.id',
      account: '$2'
    })} WHERE child.cohort_id IS NULL
  )
  SELECT id, project_id, title FROM tree`)

/** $1 JSON list of projects, $2 account, $3 limit: the active assets in them */
const listAssets = statement<{ id: string, project_id: string }>('ejects_assets_of_projects', (sql) =>
  sql.inEach(sql.strings('$1'), 'project_id', '$3', (condition) =>
    `SELECT id, project_id FROM assets WHERE ${condition} AND account_id = $2 AND cohort_id IS NULL`))

/** $1 collection, $2 account, $3 behind this place, $4 limit */
const listCollected = statement<{ asset_id: string, at: number }>('ejects_assets_of_collection', () => `
  SELECT m.asset_id, m.place AS at FROM collection_assets AS m JOIN assets AS a ON a.id = m.asset_id
  WHERE m.collection_id = $1 AND m.account_id = $2 AND a.cohort_id IS NULL AND m.place > $3
  ORDER BY m.place LIMIT $4`)

/** The active assets of a project and of those below it that the caller sees. Throws TooMany. */
export async function chooseOfProject (sql: Sql, caller: Caller, project: ProjectRow): Promise<Folder> {
  const tree = await sql.all(listTree, [project.id, caller.accountId])
  const ids = tree.map(({ id }) => id)
  const seen = isBounded(caller) ? [...await projectsAllowing(sql, caller, ids, 'read')] : ids
  const assets: Array<{ readonly id: string, readonly project_id: string }> = []
  for (let start = 0; start < seen.length; start += PROJECTS_AT_ONCE) {
    const list = JSON.stringify(seen.slice(start, start + PROJECTS_AT_ONCE))
    assets.push(...await sql.all(listAssets, [list, caller.accountId, MOST_ASSETS + 1 - assets.length]))
    requireFew(assets.length)
    await nextTurn(caller)
  }
  return treeOf(project.id, tree, assets.sort((a, b) => a.id < b.id ? -1 : 1))
}

/** The folders in which there are assets, and those above them. */
function treeOf (
  rootId: string, tree: readonly TreeRow[], assets: ReadonlyArray<{ readonly id: string, readonly project_id: string }>
): Folder {
  const rows = new Map(tree.map((row) => [row.id, row]))
  const folders = new Map<string, Folder>()
  function folderOf (id: string): Folder {
    const line: string[] = []
    for (let next = id; !folders.has(next); next = rows.get(next)!.project_id!) {
      line.push(next)
      if (next === rootId) break
    }
    for (const each of line.reverse()) {
      const { title, project_id: parentId } = rows.get(each)!
      const folder = { title, assets: [], folders: [] }
      if (each !== rootId) folders.get(parentId!)!.folders.push(folder)
      folders.set(each, folder)
    }
    return folders.get(id)!
  }
  const root = folderOf(rootId)
  for (const { id, project_id: projectId } of assets) folderOf(projectId).assets.push(id)
  return root
}

/** The active assets of a collection that the caller may change, in their order. Throws TooMany. */
export async function chooseOfCollection (sql: Sql, caller: Caller, { id, title }: CollectionRow): Promise<Folder> {
  const rows = await listAmong(sql, caller, 'change', { after: '', limit: MOST_ASSETS + 1 }, (place, limit) =>
    sql.all(listCollected, [id, caller.accountId, place, limit]))
  requireFew(rows.length)
  return { title, assets: rows.map((row) => row.asset_id), folders: [] }
}

function requireFew (count: number): void {
  if (count > MOST_ASSETS) throw new TooMany(`${MOST_ASSETS} assets`)
}
