import { listColleagues } from './colleagues.js'
import type { UserRow } from '../access/account-users.js'
import type { Page } from '../basics/page.js'
import type { Access } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import type { Sql } from '../database/sql.js'
import { assetKind, projectKind } from './kinds.js'
import { requireItem } from './require.js'
import { whoSees } from './who-sees.js'

/** The items that users are to see. */
export interface SeenItems {
  readonly asset_id?: string
  readonly project_id?: string
}

/** Users of whom one look finds out what they see. */
const USERS_AT_ONCE = 200

/** The colleagues who see an item. Throws its 404 for a caller who does not see it. */
export async function listColleaguesOf (
  unit: Unit, longReads: Sql, { asset_id: asset, project_id: project }: SeenItems, page: Page
): Promise<UserRow[]> {
  const { caller, reads: { sql } } = unit
  if (asset !== undefined) await requireItem(assetKind, sql, caller, asset)
  if (project !== undefined) await requireItem(projectKind, sql, caller, project)
  if (asset === undefined && project === undefined) return listColleagues(unit, longReads, page)
  const found: UserRow[] = []
  for (let { after } = page; found.length < page.limit;) {
    const users = await listColleagues(unit, longReads, { after, limit: USERS_AT_ONCE })
    const callers = users.map(({ id, email, admin, access }) =>
      ({ ...caller, userId: id, email, admin, access: access as Access }))
    const ofAsset = asset === undefined ? null : await whoSees('asset', sql, callers, asset)
    const ofProject = project === undefined ? null : await whoSees('project', sql, callers, project)
    found.push(...users.filter(({ id }) => ofAsset?.has(id) !== false && ofProject?.has(id) !== false))
    if (users.length < USERS_AT_ONCE) break
    after = String(users.at(-1)!.id)
  }
  return found.slice(0, page.limit)
}
