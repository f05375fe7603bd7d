/** The roles of members, the highest first. They bind only users whose access is `projects`. */
export const roles = ['Admin', 'Member', 'Viewer'] as const

export type Role = typeof roles[number]

/**
 * The lowest role that has a right, in the project of the item or above it. Every write of an item names its verb
 * (src/items/require.ts). Everybody may create items, and leave a project. routes/api/v2/projects/schemas.ts tells
 * users what each verb means.
 */
export const leastRoles = {
  read: 'Viewer',
  change: 'Member',
  place: 'Member',
  placeProject: 'Admin',
  purge: 'Admin',
  manage: 'Admin',
  moderate: 'Admin'
} as const satisfies Readonly<Record<string, Role>>

export type Verb = Exclude<keyof typeof leastRoles, 'placeProject'>

/** The roles of a user for an item: in the project that it is, and in those above it. */
export interface Standing {
  readonly self: Role | null
  readonly above: Role | null
}

/**
 * Whether the roles allow it. A project may be placed by its own `Admin`, and by everybody who is at least `Member`
 * above it.
 */
export function allows ({ self, above }: Standing, verb: Verb): boolean {
  if (verb === 'place') return isAtLeast(above, leastRoles.place) || isAtLeast(self, leastRoles.placeProject)
  return isAtLeast(above, leastRoles[verb]) || isAtLeast(self, leastRoles[verb])
}

/** Whether a role is as high as another. */
export function isAtLeast (role: Role | null, least: Role): boolean {
  return role !== null && roles.indexOf(role) <= roles.indexOf(least)
}

/** The higher of two roles. */
export function higher (one: Role | null, other: Role | null): Role | null {
  if (one === null || other === null) return one ?? other
  return isAtLeast(one, other) ? one : other
}
