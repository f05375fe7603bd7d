import { groupBy } from '../basics/group-by.js'
import { record } from '../core/events/record.js'
import type { Release } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { statement, type Sql } from '../database/sql.js'
import { AssetNotFound, InvalidParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { aboutProject, assetKind, projectKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { ProjectRow } from '../items/rows.js'
import { isBounded } from '../items/sight.js'
import { seenAmong } from '../items/standing.js'
import { isWithin, projectsUpwards } from '../items/tree.js'
import { PREVIEW_TYPE, type PreviewKind } from '../media/analysis/task.js'
import type { SignUrl } from '../media/serve/signed-urls.js'
import { isShownFile } from '../media/rows.js'

/** The picture of a project: that of an asset in it. */
export interface Thumbnail {
  readonly asset_id: string
  readonly width: number
  readonly height: number
  readonly content_type: string
  readonly url: string
  readonly url_expires_at: string
}

/** Reads the pictures of those projects of a list that have one for the caller. */
export type ThumbnailReader = (projectIds: readonly string[]) => Promise<ReadonlyMap<string, Thumbnail>>

export const THUMBNAIL_RULE = 'Must be an asset within the project'

/** $1 project, $2 account, $3 asset or null */
const setThumbnail = statement('projects_set_thumbnail', () =>
  'UPDATE projects SET thumbnail_asset_id = $3 WHERE id = $1 AND account_id = $2')

/** $1 account, $2 JSON list of assets */
const forgetThumbnails = statement('projects_forget_thumbnails', (sql) => `
  UPDATE projects SET thumbnail_asset_id = NULL
  WHERE account_id = $1 AND ${sql.among('thumbnail_asset_id', sql.strings('$2'))}`)

interface Row {
  readonly id: string
  readonly asset_id: string
  /** The project that the asset is in. */
  readonly place: string | null
  readonly file_id: string
  readonly kind: PreviewKind
  readonly width: number
  readonly height: number
}

/** $1 account, $2 JSON list of projects: the previews of the newest files of their assets */
const listPreviews = statement<Row>('projects_thumbnails', (sql) => `
  SELECT project.id, asset.id AS asset_id, asset.project_id AS place, file.id AS file_id, preview.kind, preview.width,
    preview.height
  FROM projects AS project JOIN assets AS asset ON asset.id = project.thumbnail_asset_id
    JOIN media_files AS file ON file.id = (SELECT newest.id FROM media_files AS newest
      WHERE newest.asset_id = asset.id AND ${isShownFile('newest')}
      ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1)
    JOIN media_previews AS preview ON preview.blob_id = file.blob_id
  WHERE project.account_id = $1 AND ${sql.among('project.id', sql.strings('$2'))} AND asset.account_id = $1
    AND asset.cohort_id IS NULL`)

export const thumbnails = {
  /** Throws ProjectNotFound, RoleRefused, and InvalidParameter if the asset is not within the project. */
  set: ({ caller, transact }: Unit, projectId: string, assetId: string): Promise<void> => transact(async (tx) => {
    await requireItem(projectKind, tx.sql, caller, projectId)
    // Assets are locked before projects, as where they are deleted: what is there now is there until the commit.
    const asset = await lockItem(assetKind, tx, assetId, 'read').catch((error: unknown) => {
      if (error instanceof AssetNotFound) return null
      throw error
    })
    const project = await lockItem(projectKind, tx, projectId, 'change')
    if (asset === null || asset.project_id === null || !await isWithin(tx, asset.project_id, project.id)) {
      throw new InvalidParameter('asset_id', inspect(assetId), THUMBNAIL_RULE)
    }
    if (project.thumbnail_asset_id === asset.id) return
    const after = await store(tx, project, asset.id)
    const { targets, data } = aboutProject(after)
    await record(tx, { event: 'PROJECT_ADDED_THUMBNAIL_ASSET', targets: { ...targets, asset_id: asset.id }, data })
  }),

  /** Throws ProjectNotFound and RoleRefused. */
  remove: ({ transact }: Unit, projectId: string): Promise<void> => transact(async (tx) => {
    const project = await lockItem(projectKind, tx, projectId, 'change')
    const assetId = project.thumbnail_asset_id
    if (assetId === null) return
    const { targets, data } = aboutProject(await store(tx, project, null))
    await record(tx, { event: 'PROJECT_REMOVED_THUMBNAIL_ASSET', targets: { ...targets, asset_id: assetId }, data })
  }),

  /** Of assets that the caller sees, that are within the project, not in the trash, and have a picture. */
  reader: ({ caller, reads: { sql } }: Unit, signer: () => Promise<SignUrl>): ThumbnailReader => async (projectIds) => {
    if (projectIds.length === 0) return new Map()
    const rows = await sql.all(listPreviews, [caller.accountId, JSON.stringify(projectIds)])
    if (rows.length === 0) return new Map()
    const isInside = await insideOf(sql, caller.accountId, rows)
    const seen = isBounded(caller) ? await seenAmong('asset', sql, caller, rows.map((row) => row.asset_id)) : null
    const sign = await signer()
    const shown = rows.filter((row) => isInside(row) && seen?.has(row.asset_id) !== false)
    return new Map([...groupBy(shown, ({ id }) => id)].map(([id, previews]) =>
      [id, present(previews.find(({ kind }) => kind === 'preview') ?? previews[0]!, sign)]))
  }
}

export type Thumbnails = typeof thumbnails

/** Takes assets that are deleted for good out of their projects. Their own event tells of it. */
export const thumbnailRelease: Release = {
  async before ({ sql, caller }, type, items) {
    if (type !== 'asset') return
    await sql.run(forgetThumbnails, [caller.accountId, JSON.stringify(items.map(({ id }) => id))])
  }
}

async function store (tx: Transaction, project: ProjectRow, assetId: string | null): Promise<ProjectRow> {
  const after = { ...project, thumbnail_asset_id: assetId }
  await tx.sql.run(setThumbnail, [project.id, tx.caller.accountId, assetId])
  if (tx.held.has(project.id)) tx.held.set(project.id, after)
  return after
}

/** Whether the asset of a row is in its project, or further below it. */
async function insideOf (sql: Sql, accountId: number, rows: readonly Row[]): Promise<(row: Row) => boolean> {
  const elsewhere = rows.filter(({ id, place }) => place !== null && place !== id)
  const places = JSON.stringify([...new Set(elsewhere.map(({ place }) => place))])
  const above = elsewhere.length === 0 ? [] : await sql.all(projectsUpwards, [accountId, places])
  const parents = new Map(above.map(({ id, project_id: parent }) => [id, parent]))
  return ({ id, place }) => {
    let project: string | null | undefined = place
    while (project != null && project !== id) project = parents.get(project)
    return project === id
  }
}

function present ({ asset_id: assetId, file_id: fileId, kind, width, height }: Row, sign: SignUrl): Thumbnail {
  const { url, expiresAt } = sign(kind, fileId)
  return { asset_id: assetId, width, height, content_type: PREVIEW_TYPE, url, url_expires_at: expiresAt }
}
