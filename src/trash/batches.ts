import { MEBIBYTE } from '../basics/units.js'
import { statement, type SqlValue, type Statement } from '../database/sql.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import type { Transaction } from '../core/transact.js'
import { fitting, type PieceLimits, type Size } from '../work/pieces/fitting.js'

/** Maximum number of items in memory that one statement changes: it bounds memory, and how long others wait. */
export const PIECE = 200
export const LIMITS: PieceLimits = { items: PIECE, bytes: 4 * MEBIBYTE }

/** Projects that one statement searches for assets. */
const LOOK_AHEAD = 1000

/**
 * $1 account, $2 JSON list of projects. One subquery per project, as PostgreSQL would otherwise read all assets for a
 * long list.
 */
const firstAssets = statement<{ id: string, asset_id: string | null }>('projects_first_assets', (sql) => `
  SELECT id, (SELECT assets.id FROM assets WHERE assets.project_id = projects.id AND assets.account_id = $1
    ORDER BY assets.id LIMIT 1) AS asset_id
  FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

/** A position in a list of projects: the next project, and the last of its assets that was taken. */
export interface Position {
  readonly index: number
  readonly after: string
}

export interface TreePiece<Row> {
  /** Locked, so that the caller may change or remove them. */
  readonly rows: Row[]
  /** Null at the end of the list. */
  readonly next: Position | null
}

/** The next projects of a list, in its order. */
export async function takeProjects (
  tx: Transaction, projectIds: readonly string[], { index }: Position
): Promise<TreePiece<ProjectRow>> {
  const wanted = projectIds.slice(index, index + PIECE)
  const sizes = await tx.sql.all(projectKind.statements.sizes, [tx.caller.accountId, JSON.stringify(wanted)])
  const known = new Map(sizes.map((size) => [size.id, size]))
  const taken = fitting(wanted.map((id) => known.get(id) ?? { id, bytes: 0 }), LIMITS)
  const byId = new Map((await lockAll(projectKind, tx, taken)).map((row) => [row.id, row]))
  const end = index + taken.length
  return {
    rows: taken.flatMap((id) => byId.get(id) ?? []),
    next: end < projectIds.length ? { index: end, after: '' } : null
  }
}

/** The next assets in the projects of a list, in any state. */
export async function takeAssets (
  tx: Transaction, projectIds: readonly string[], { index, after }: Position
): Promise<TreePiece<AssetRow>> {
  const sizes: Array<Size & { index: number }> = []
  const look = async (index: number, after: string) => {
    const found = await tx.sql.all(assetKind.statements.sizesOfChildren, [projectIds[index]!, tx.caller.accountId,
      after, PIECE - sizes.length])
    for (const size of found) sizes.push({ ...size, index })
  }
  if (index < projectIds.length) await look(index, after)
  let end = index + 1
  if (sizes.length < PIECE) {
    // A deep tree has many projects without assets: they are skipped together.
    const ahead = projectIds.slice(end, end + LOOK_AHEAD)
    const rows = await tx.sql.all(firstAssets, [tx.caller.accountId, JSON.stringify(ahead)])
    const used = new Set(rows.filter((row) => row.asset_id !== null).map((row) => row.id))
    for (const id of ahead) {
      if (sizes.length === PIECE) break
      if (used.has(id)) await look(end, '')
      end++
    }
  }
  const taken = fitting(sizes, LIMITS)
  const last = sizes[taken.length - 1]
  // If something was left out, or the last project may have more, the next batch continues here.
  const next = last !== undefined && (taken.length < sizes.length || sizes.length === PIECE)
    ? { index: last.index, after: last.id }
    : { index: end, after: '' }
  return { rows: await lockAll(assetKind, tx, taken), next: next.index < projectIds.length ? next : null }
}

/**
 * The first items that a statement finds. The caller changes them so that it does not find them again. Null if there
 * are none.
 */
export async function takeFirst<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>,
  tx: Transaction,
  find: (statements: ItemKind<Row>['statements']) => Statement<Size>,
  parameters: readonly SqlValue[]
): Promise<Row[] | null> {
  const sizes = await tx.sql.all(find(kind.statements), [...parameters, PIECE])
  return sizes.length === 0 ? null : lockAll(kind, tx, fitting(sizes, LIMITS))
}

/** The number of items that a statement finds, and their bytes. */
export async function weigh (
  tx: Transaction, find: Statement<Size>, parameters: readonly SqlValue[]
): Promise<{ items: number, bytes: number }> {
  const sizes = await tx.sql.all(find, parameters)
  return { items: sizes.length, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) }
}

async function lockAll<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, ids: readonly string[]
): Promise<Row[]> {
  return ids.length === 0 ? [] : tx.sql.all(kind.statements.lockList, [tx.caller.accountId, JSON.stringify(ids)])
}
