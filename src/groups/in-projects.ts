import type { Role } from '../access/roles.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { toDatabase } from '../basics/time.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { statement } from '../database/sql.js'
import { TooMany } from '../errors.js'
import { aboutProject, projectKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { ProjectRow } from '../items/rows.js'
import { requireRight } from '../items/standing.js'
import { GroupAlreadyMember, GroupNotMember, NamedGroupNotFound } from './errors.js'
import { groupColumns, holdGroup, presentGroup, type GroupRow } from './rows.js'
import { groupsSeen } from './seen.js'

/**
 * Groups in projects: their users are members by them. A change locks its project, so that concurrent changes run one
 * after the other. Each throws ProjectNotFound.
 */

export const MOST_PROJECTS = 1000
export const MOST_GROUPS_OF_PROJECT = 100
/** Projects out of which a group is taken together. */
const PROJECTS_AT_ONCE = 100

type SentId = number | bigint

interface PlacedGroup extends GroupRow {
  readonly role: Role
}

/** $1 account, $2 project, $3 after this group, $4 limit */
const listPlaced = statement<PlacedGroup>('user_groups_in_project', (sql) => `
  SELECT ${groupColumns(sql)}, place.role FROM user_group_projects AS place
    JOIN user_groups AS g ON g.id = place.user_group_id
  WHERE place.project_id = $2 AND place.account_id = $1 AND place.user_group_id > $3
  ORDER BY place.user_group_id LIMIT $4`)

/** $1 account, $2 group, $3 project */
const findPlace = statement<{ role: Role }>('user_groups_find_place', () => `
  SELECT role FROM user_group_projects WHERE user_group_id = $2 AND project_id = $3 AND account_id = $1`)

/** $1 account, $2 group, $3 project */
const countPlaces = statement<{ projects: number, groups: number }>('user_groups_count_places', () => `
  SELECT (SELECT COUNT(*) FROM user_group_projects WHERE user_group_id = $2 AND +account_id = $1) AS projects,
    (SELECT COUNT(*) FROM user_group_projects WHERE project_id = $3 AND account_id = $1) AS groups`)

/** $1 account, $2 group, $3 project, $4 role, $5 time */
const insertPlace = statement('user_groups_insert_place', (sql) => `
  INSERT INTO user_group_projects (account_id, user_group_id, project_id, role, created_at)
  VALUES ($1, $2, $3, $4, ${sql.moment('$5')})`)

const updatePlace = statement('user_groups_update_place', () => `
  UPDATE user_group_projects SET role = $4 WHERE user_group_id = $2 AND project_id = $3 AND account_id = $1`)

const removePlace = statement('user_groups_remove_place', () =>
  'DELETE FROM user_group_projects WHERE user_group_id = $2 AND project_id = $3 AND account_id = $1')

/** $1 account, $2 group */
const listProjects = statement<{ id: string }>('user_groups_projects', () => `
  SELECT project_id AS id FROM user_group_projects WHERE user_group_id = $2 AND +account_id = $1 ORDER BY project_id`)

/** The groups in a project that was required before. */
export async function listInProject (
  { caller, reads }: Unit, projectId: string, { after, limit }: Page
): Promise<Array<ReturnType<typeof presentPlaced>>> {
  const rows = await reads.sql.all(listPlaced, [caller.accountId, projectId, toRowId(after) ?? 0, limit])
  return rows.map(presentPlaced)
}

/** Throws NamedGroupNotFound, RoleRefused, GroupAlreadyMember and TooMany. */
export async function addToProject (
  { caller, reads, transact }: Unit, projectId: string, sentId: SentId, role: Role = 'Member'
): Promise<void> {
  const id = toRowId(sentId)
  const seen = await groupsSeen(reads.sql, caller, id === null ? [] : [id])
  return transact(async (tx) => {
    await requireItem(projectKind, tx.sql, caller, projectId)
    // What lists items is locked before them: src/database/locks.ts.
    const group = id === null || !seen.has(id) ? null : await holdGroup(tx, id)
    const project = await lockItem(projectKind, tx, projectId, 'read')
    if (group === null) throw new NamedGroupNotFound(String(sentId))
    await requireRight(projectKind, tx.sql, caller, project.id, 'manage')
    const key = [caller.accountId, group.id, project.id]
    if (await tx.sql.first(findPlace, key) !== undefined) throw new GroupAlreadyMember()
    const { projects, groups } = (await tx.sql.first(countPlaces, key))!
    if (projects >= MOST_PROJECTS) throw new TooMany(`${MOST_PROJECTS} projects`)
    if (groups >= MOST_GROUPS_OF_PROJECT) throw new TooMany(`${MOST_GROUPS_OF_PROJECT} user groups`)
    await tx.sql.run(insertPlace, [...key, role, toDatabase(tx.time)])
    await record(tx, placeEvent('USER_GROUP_LINKED', project, group.id))
  })
}

/** Throws GroupNotMember and RoleRefused. */
export const setRoleInProject = ({ caller, transact }: Unit, projectId: string, sentId: SentId, role: Role) =>
  transact(async (tx) => {
    const { project, id, before } = await requirePlace(tx, projectId, sentId)
    if (before === role) return
    await tx.sql.run(updatePlace, [caller.accountId, id, project.id, role])
    await record(tx, placeEvent('USER_ROLE_EDITED', project, id))
  })

/** Throws GroupNotMember and RoleRefused. */
export const removeFromProject = ({ caller, transact }: Unit, projectId: string, sentId: SentId) =>
  transact(async (tx) => {
    const { project, id } = await requirePlace(tx, projectId, sentId)
    await tx.sql.run(removePlace, [caller.accountId, id, project.id])
    await record(tx, placeEvent('USER_GROUP_UNLINKED', project, id))
  })

/** Takes a locked group out of all of its projects. */
export async function takeOutOfProjects (tx: Transaction, groupId: number): Promise<void> {
  const { sql, caller: { accountId } } = tx
  const ids = (await sql.all(listProjects, [accountId, groupId])).map(({ id }) => id)
  for (let start = 0; start < ids.length; start += PROJECTS_AT_ONCE) {
    const some = ids.slice(start, start + PROJECTS_AT_ONCE)
    for (const project of await sql.all(projectKind.statements.lockList, [accountId, JSON.stringify(some)])) {
      const removed = await sql.run(removePlace, [accountId, groupId, project.id])
      if (removed > 0) await record(tx, placeEvent('USER_GROUP_UNLINKED', project, groupId))
    }
  }
}

function placeEvent (
  event: 'USER_GROUP_LINKED' | 'USER_GROUP_UNLINKED' | 'USER_ROLE_EDITED', project: ProjectRow, groupId: number
): EventDraft {
  const { targets, data } = aboutProject(project)
  return { event, targets: { ...targets, user_group_id: groupId }, data }
}

/** Locks a project with the place of a group in it, for who manages members. Throws GroupNotMember and RoleRefused. */
async function requirePlace (tx: Transaction, projectId: string, sentId: SentId) {
  const { sql, caller } = tx
  const project = await lockItem(projectKind, tx, projectId, 'read')
  const id = toRowId(sentId)
  const place = id === null ? undefined : await sql.first(findPlace, [caller.accountId, id, project.id])
  if (id === null || place === undefined) throw new GroupNotMember()
  await requireRight(projectKind, sql, caller, project.id, 'manage')
  return { project, id, before: place.role }
}

function presentPlaced (row: PlacedGroup) {
  return { ...presentGroup(row), role: row.role }
}
