import type { FastifyError } from '@fastify/error'
import { findCollection } from '../collections/require.js'
import { findPublic } from '../drop-folders/definitions/seen.js'
import { toItemId } from '../basics/ids.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { AssetNotFound } from '../errors.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import { requireItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { climb, placeColumns } from '../items/sight.js'
import { isShownIn } from './chosen.js'
import type { LinkRow, LinkType } from './rows.js'

/** $1 project, $2 account, $3 project: a row if the third is the first, or above it with no private one between them */
const findAbove = statement('links_project_above', (sql) => `${climb(sql,
  `SELECT ${placeColumns} FROM projects WHERE id = $1 AND account_id = $2`, '$2')}
  SELECT id FROM path WHERE id = $3`)

/** What a link shows. */
export interface Shown {
  readonly type: LinkType
  /** Of a selection: the link's. */
  readonly id: string
}

export function shownBy (link: LinkRow): Shown {
  const { id, asset_id: asset, project_id: project, collection_id: collection, drop_folder_id: dropFolder } = link
  if (asset !== null) return { type: 'asset', id: asset }
  if (project !== null) return { type: 'project', id: project }
  if (dropFolder !== null) return { type: 'drop_folder', id: String(dropFolder) }
  return collection === null ? { type: 'selection', id: String(id) } : { type: 'collection', id: String(collection) }
}

/**
 * Whether the maker of a link still sees what it shows, active or in the trash. A selection is there with its link; a
 * drop folder while it is public, and the maker may use it.
 */
export async function isThere (sql: Sql, maker: Caller, { type, id }: Shown): Promise<boolean> {
  if (type === 'selection') return true
  if (type === 'collection') return await findCollection(sql, maker, id) !== null
  if (type === 'drop_folder') return await findPublic(sql, maker, Number(id)) !== null
  return await (type === 'asset' ? findItem(assetKind, sql, maker, id) : findItem(projectKind, sql, maker, id)) !== null
}

/** Whether a project is there and active: one in the trash shows nothing. */
export async function isActiveProject (sql: Sql, maker: Caller, id: string): Promise<boolean> {
  const project = await findItem(projectKind, sql, maker, id)
  return project !== null && project.cohort_id === null
}

/** An active asset that a link shows. Throws AssetNotFound. */
export async function requireShown (sql: Sql, maker: Caller, shown: Shown, assetId: string): Promise<AssetRow> {
  const asset = await requireItem(assetKind, sql, maker, assetId)
  if (asset.cohort_id !== null || !await isAmong(sql, maker, shown, asset)) throw new AssetNotFound()
  return asset
}

async function isAmong (sql: Sql, maker: Caller, { type, id }: Shown, asset: AssetRow): Promise<boolean> {
  if (type === 'drop_folder') return false
  if (type === 'asset') return asset.id === id
  if (type === 'collection' || type === 'selection') return isShownIn(sql, maker, { type, id }, asset.id)
  if (asset.project_id === null || !await isActiveProject(sql, maker, id)) return false
  return await sql.first(findAbove, [asset.project_id, maker.accountId, id]) !== undefined
}

async function findItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, sql: Sql, caller: Caller, id: string
): Promise<Row | null> {
  try {
    return toItemId(id) === null ? null : await requireItem(kind, sql, caller, id)
  } catch (error) {
    if ((error as FastifyError).statusCode === 404) return null
    throw error
  }
}
