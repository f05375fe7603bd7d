import { allows, higher, type Role, type Standing, type Verb } from '#src/access/roles.js'

/** A model of who sees what, of objects in memory: the rule of section 15, and nothing of how the service keeps it. */

export interface ModelItem {
  readonly id: string
  readonly type: 'asset' | 'project'
  readonly owner: ModelUser | null
  parent: ModelItem | null
  isPrivate: boolean
  /** The item with which it was trashed. Null while it is active. */
  cohort: ModelItem | null
  readonly members: Map<ModelUser, Role>
}

export interface ModelUser {
  readonly id: number
  access: 'account' | 'projects'
}

/** The role that counts in a project, its own included. */
function roleIn (user: ModelUser, project: ModelItem | null): Role | null {
  if (project === null) return user.access === 'account' ? 'Admin' : null
  const own = project.members.get(user) ?? null
  return project.isPrivate ? own : higher(own, roleIn(user, project.parent))
}

/** Null for an item that is not seen. */
export function standing (user: ModelUser, item: ModelItem): Standing | null {
  const isProject = item.type === 'project'
  const self = isProject ? item.members.get(user) ?? null : null
  if (isProject && item.isPrivate) return self === null ? null : { self, above: null }
  const isOwn = item.parent === null && item.owner === user
  const above = roleIn(user, item.parent)
  const found = isProject
    ? { self: isOwn ? 'Admin' as const : self, above }
    : { self: null, above: isOwn ? 'Admin' as const : above }
  return found.self === null && found.above === null ? null : found
}

export const sees = (user: ModelUser, item: ModelItem) => standing(user, item) !== null
export const seesInside = (user: ModelUser, project: ModelItem) => roleIn(user, project) !== null

export function may (user: ModelUser, item: ModelItem, verb: Verb): boolean {
  const held = standing(user, item)
  return held !== null && allows(held, verb)
}

/** What is in a project, at any depth, as far as the user sees it from there. */
export function within (user: ModelUser, items: Iterable<ModelItem>, project: ModelItem): ModelItem[] {
  if (!seesInside(user, project)) return []
  const all = [...items]
  const inside = all.filter(({ parent }) => parent === project).filter((item) => sees(user, item))
  return inside.flatMap((item) => item.type === 'project' ? [item, ...within(user, all, item)] : [item])
}

/** Whether an item is another one, or below it. */
export function isBelow (item: ModelItem, other: ModelItem): boolean {
  for (let at: ModelItem | null = item; at !== null; at = at.parent) if (at === other) return true
  return false
}

/** The path of a project that the user sees. */
export function pathOf (user: ModelUser, project: ModelItem): ModelItem[] {
  if (!seesInside(user, project)) return [project]
  const path: ModelItem[] = []
  for (let at: ModelItem | null = project; at !== null && seesInside(user, at); at = at.parent) path.unshift(at)
  return path
}

/** The entries of the trash: of each cohort the highest items that the user sees. */
export function trashOf (user: ModelUser, items: Iterable<ModelItem>): ModelItem[] {
  const all = [...items].filter(({ cohort }) => cohort !== null)
  return all.filter((item) => {
    if (!sees(user, item)) return false
    if (item.cohort === item) return true
    for (let at = item.parent; at !== null; at = at.parent) {
      if (at.cohort === item.cohort && sees(user, at)) return false
    }
    return true
  })
}
