import { statement, type Sql } from '../database/sql.js'
import { projectsUpwards } from '../items/tree.js'

/** $1 account, $2 JSON list of assets */
const listPlaces = statement<{ id: string, project_id: string | null }>('links_places', (sql) => `
  SELECT id, project_id FROM assets WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

/** $1 account, $2 JSON list of projects */
const listTitles = statement<{ id: string, title: string }>('links_project_titles', (sql) => `
  SELECT id, title FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

/** The titles of the projects between a project and each of some assets below it, the highest first. */
export async function pathsBelow (
  sql: Sql, accountId: number, projectId: string, assetIds: readonly string[]
): Promise<ReadonlyMap<string, string[]>> {
  const assets = await sql.all(listPlaces, [accountId, JSON.stringify(assetIds)])
  const lowest = [...new Set(assets.flatMap((asset) => asset.project_id ?? []))]
  const placed = await sql.all(projectsUpwards, [accountId, JSON.stringify(lowest)])
  const above = new Map(placed.map((project) => [project.id, project.project_id]))
  const rows = await sql.all(listTitles, [accountId, JSON.stringify(placed.map(({ id }) => id))])
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  return new Map(assets.map((asset) => {
    const path: string[] = []
    for (let id = asset.project_id; id !== null && id !== projectId; id = above.get(id) ?? null) {
      path.unshift(titles.get(id) ?? '')
    }
    return [asset.id, path]
  }))
}
