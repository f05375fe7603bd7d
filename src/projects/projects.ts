import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { ProjectNotFound } from '../errors.js'
import { record } from '../core/events/record.js'
import { newId, toItemId } from '../basics/ids.js'
import { requireExternalId } from '../external-ids/claims.js'
import { assignItem, unassignItem } from '../items/assign.js'
import { blankProject } from '../items/columns.js'
import { assetKind, projectKind } from '../items/kinds.js'
import { readItem, requireItem } from '../items/require.js'
import type { ProjectRow } from '../items/rows.js'
import { firstOfMember, isBounded } from '../items/sight.js'
import { requireRight, standingUpwards } from '../items/standing.js'
import { upwardsFrom } from '../items/tree.js'
import { sharedUpdate, updateItem, type Expectation, type ItemUpdate, type UpdateResult } from '../items/update.js'
import type { Page } from '../basics/page.js'
import { toDatabase, toSeconds } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { Cascades } from '../trash/cascades.js'
import { restoreProject, trashProject } from '../trash/cohorts.js'
import { purgeProject } from '../trash/purge.js'
import { insertAdmin, memberEvent } from './admins.js'
import { childrenOf, readContents } from './contents.js'
import { notePrivate, setPrivate } from './private.js'

export interface NewProject {
  readonly title: string
  readonly description?: string
  readonly category?: string
  readonly tags?: readonly string[]
  readonly private?: boolean
}

export interface ProjectUpdate extends ItemUpdate {
  readonly private?: boolean
}

/** $1 user, $2 account, $3 after this id, $4 limit */
const listOfMember = statement<{ id: string }>('projects_of_member', (sql) => `
  SELECT project_id AS id FROM (${firstOfMember(sql, {
    user: '$1',
    account: '$2',
    limit: '$4',
    where: 'member.project_id > $3 AND active.cohort_id IS NULL',
    join: (members) => sql.lookUp(members, {
      table: 'projects', alias: 'active', columns: 'cohort_id', column: 'id', value: 'member.project_id', account: '$2'
    })
  })}) AS seen ORDER BY project_id`)

/** Maximum number of projects in a path. */
const LONGEST_PATH = 1000

/** $1 project, $2 account: the nearest projects above it and itself, from the top down */
const pathOf = statement<{ id: string, title: string }>('projects_path', (sql) => `${upwardsFrom(sql,
  'SELECT id, project_id, title, 0 FROM projects WHERE id = $1 AND account_id = $2', '$2',
  { also: [['title', 'parent.title'], ['height', 'path.height + 1']], where: `path.height < ${LONGEST_PATH - 1}` })}
  SELECT id, title FROM path ORDER BY height DESC`)

/** The row of a new project. */
export function newProjectRow (
  { time, caller }: Transaction, project: NewProject, externalId: string | null = null
): ProjectRow {
  const now = toSeconds(time)
  return {
    ...blankProject,
    id: newId(),
    external_id: externalId,
    owner: caller.email,
    title: project.title,
    description: project.description ?? '',
    category: project.category ?? '',
    tags: JSON.stringify(project.tags ?? []),
    status: 'open',
    created_date: now,
    modification_date: now,
    private: project.private === true ? 1 : 0,
    cohort_id: null
  }
}

/**
 * Makes the caller a member. An import may set an external id; throws ExternalIdTaken if another item has it.
 */
export async function createProject (
  tx: Transaction, project: NewProject, externalId: string | null = null
): Promise<ProjectRow> {
  const { accountId, userId } = tx.caller
  const row = newProjectRow(tx, project, externalId)
  if (externalId !== null) await requireExternalId(tx, externalId, 'project', row.id)
  await tx.sql.run(projectKind.statements.insert, [accountId, ...projectKind.shape.inserted(row, tx.time)])
  await tx.sql.run(insertAdmin, [accountId, row.id, userId, toDatabase(tx.time)])
  if (row.private === 1) await notePrivate(tx, row.id)
  await record(tx, projectKind.event('ADDED', row), memberEvent('USER_LINKED', row, userId))
  return row
}

/**
 * Projects, as sections 2.2 and 4.3 of the contract describe them. Functions with the id of a missing project throw
 * ProjectNotFound.
 */
export function createProjects ({ cascades }: { cascades: Cascades }) {
  const long = { long: true }
  return {
    require: ({ caller, reads }: Unit, id: string) => requireItem(projectKind, reads.sql, caller, id),
    /** The project as the API shows it, as JSON. */
    read: ({ caller, reads }: Unit, id: string) => readItem(projectKind, reads.sql, caller, id),

    /** The projects above it that the caller sees, and itself, from the top down: the nearest 1,000. */
    async path ({ caller, reads }: Unit, id: string) {
      const known = toItemId(id)
      const path = known === null
        ? []
        : await reads.sql.all(pathOf, [known, caller.accountId])
      if (path.length === 0) throw new ProjectNotFound()
      return isBounded(caller) ? pathSeen(reads.sql, caller, path) : path
    },

    /** The active projects in which the caller is a member. */
    list: ({ caller, reads }: Unit, { after, limit }: Page) =>
      reads.sql.all(listOfMember, [caller.userId, caller.accountId, after, limit]),

    /** The first page of assets and projects. It checks that the project exists. */
    contents: readContents,
    /** The active assets directly in a project. The caller has checked that the project exists. */
    assetsOf: childrenOf(assetKind),
    /** The active projects directly in a project. The caller has checked that it exists. */
    subprojectsOf: childrenOf(projectKind),

    create: ({ transact }: Unit, project: NewProject) => transact((tx) => createProject(tx, project), { shared: {} }),
    update (
      { transact, caller }: Unit, id: string, { private: isPrivate, ...changes }: ProjectUpdate,
      isExpected?: Expectation<ProjectRow>
    ): Promise<UpdateResult<ProjectRow>> {
      if (isPrivate === undefined) {
        return transact(
          (tx) => updateItem(projectKind, tx, id, changes, isExpected),
          sharedUpdate(projectKind, caller, id, changes)
        )
      }
      return transact(async (tx) => {
        const updated = await updateItem(projectKind, tx, id, changes, isExpected)
        if (Object.keys(updated.errors).length > 0) return updated
        return { ...updated, row: await setPrivate(tx, updated.row, isPrivate) }
      })
    },
    trash: (unit: Unit, id: string) => cascades.run(unit, (tx) => trashProject(tx, id), long),
    restore: (unit: Unit, id: string) => cascades.run(unit, (tx) => restoreProject(tx, id), long),
    purge: (unit: Unit, id: string) => cascades.run(unit, (tx) => purgeProject(tx, id), long),
    assign: (unit: Unit, id: string, toProjectId: string) =>
      cascades.run(unit, (tx) => assignItem(projectKind, tx, id, toProjectId)),
    unassign: (unit: Unit, id: string) => cascades.run(unit, (tx) => unassignItem(projectKind, tx, id))
  }
}

export type Projects = ReturnType<typeof createProjects>

/** The part of a path that a bounded caller sees. Throws ProjectNotFound. */
async function pathSeen<Step extends { readonly id: string }> (
  sql: Sql, caller: Caller, path: Step[]
): Promise<Step[]> {
  const project = path.at(-1)!
  await requireRight(projectKind, sql, caller, project.id, 'read')
  const standing = await standingUpwards(sql, caller, path.map(({ id }) => id))
  const hidden = path.findLastIndex(({ id }) => standing.get(id)?.role == null)
  return hidden === path.length - 1 ? [project] : path.slice(hidden + 1)
}
