import { signal } from '@preact/signals'
import { api, done, type Item, type ItemType } from '../api/client.ts'
import { mayWrite, onlyLooks, readRights, who, type Role } from '../api/session.ts'
import { hear } from '../live/follow.ts'

/** What the user may do with an item. */
export interface Rights {
  /** Its texts, files and values, and what is put into a project. */
  readonly change: boolean
  /** Where it is: in which project, or in the trash. */
  readonly place: boolean
  /** Deleting for good. */
  readonly purge: boolean
  /** The members of a project, and their roles. */
  readonly manage: boolean
}

const ALL: Rights = { change: true, place: true, purge: true, manage: true }
const NONE: Rights = { change: false, place: false, purge: false, manage: false }

const ROLES: readonly Role[] = ['Viewer', 'Member', 'Admin']

/** The roles of the user in a project, and in those above it. */
interface Standing { readonly self: Role | null, readonly above: Role | null }

const MOST_KNOWN = 500
const standings = signal<ReadonlyMap<string, Standing>>(new Map())
const own = new Map<string, Promise<Role | null>>()
const loading = new Set<string>()

/**
 * The rights by the user's role in the item's project or above it. Roles restrict only users with access `projects`.
 * They are loaded when they are first needed; until then nothing is allowed.
 */
export function rightsOf (type: ItemType, item: Pick<Item, 'id' | 'project_id' | 'owner'>): Rights {
  const user = who.value?.user
  if (user === undefined || !mayWrite.value) return NONE
  if (user.access !== 'projects') return ALL
  if (item.project_id === null && item.owner === user.email) return ALL
  const project = type === 'project' ? item.id : item.project_id
  return project === null ? NONE : rightsIn(project, type)
}

/** Whether something may be put into a project, or into none: Viewers might as well, but no Viewer comes for that. */
export function mayPutInto (project: string | null): boolean {
  if (project === null || project === 'none' || who.value?.user.access !== 'projects') return !onlyLooks.value
  return mayWrite.value && rightsIn(project, 'project').change
}

function rightsIn (project: string, type: ItemType): Rights {
  if (onlyLooks.value) return NONE
  const standing = standings.value.get(project)
  if (standing === undefined) {
    load(project)
    return NONE
  }
  const { self, above } = standing
  const highest = higher(self, above)
  const isAdmin = isAtLeast(highest, 'Admin')
  return {
    change: isAtLeast(highest, 'Member'),
    place: type === 'asset' ? isAtLeast(highest, 'Member') : isAtLeast(above, 'Member') || isAtLeast(self, 'Admin'),
    purge: isAdmin,
    manage: isAdmin
  }
}

async function load (project: string): Promise<void> {
  if (loading.has(project)) return
  loading.add(project)
  // None, as in a project that the user does not see any more.
  let standing: Standing = { self: null, above: null }
  try {
    const { path } = await done(api.GET('/api/v2/projects/{project_id}/path', { params: { path: { project_id: project } } }))
    const self = await roleIn(project)
    let above: Role | null = null
    for (const { id } of path.reverse()) if (id !== project && above !== 'Admin') above = higher(above, await roleIn(id))
    standing = { self, above }
  } catch {}
  loading.delete(project)
  const known = standings.value.size < MOST_KNOWN ? standings.value : []
  standings.value = new Map([...known, [project, standing]])
}

async function roleIn (project: string): Promise<Role | null> {
  let role = own.get(project)
  if (role === undefined) {
    if (own.size >= MOST_KNOWN) own.clear()
    role = done(api.GET('/api/v2/projects/{project_id}/members', { params: { path: { project_id: project } } }))
      .then(({ members }) => (members.find(({ id }) => id === who.value?.user.id)?.role ?? null) as Role | null)
    own.set(project, role)
  }
  return role
}

function isAtLeast (role: Role | null, least: Role): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(least)
}

function higher (one: Role | null, other: Role | null): Role | null {
  return one === null || (other !== null && isAtLeast(other, one)) ? other : one
}

// The known roles stay until the new ones are loaded.
hear((change) => {
  if (change !== null && !/^USER_(?:LINKED|UNLINKED|ROLE_EDITED)$|^PROJECT_(?:LINKED|UNLINKED)$/.test(change.event)) return
  const { id, access } = who.value?.user ?? {}
  if (access === 'projects' && (change === null || change.targets.user_id === id)) readRights().catch(() => {})
  own.clear()
  for (const project of standings.peek().keys()) load(project)
})
