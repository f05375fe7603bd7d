/** The roles of members, the highest first. They bind only users whose access is `projects`. */
export const roles = ['Admin', 'Member', 'Viewer'] as const

export type Role = typeof roles[number]

interface Right {
  /** The lowest role that has it, in the project of the item or above it. */
  readonly least: Role
  /** For the documentation. */
  readonly text: string
}

/**
 * What roles allow, by verb. Every write of an item names its verb (src/items/require.ts). Everybody may create items,
 * and leave a project.
 */
export const rights = {
  read: { least: 'Viewer', text: 'Read, search, follow, export, download, comment' },
  change: { least: 'Member', text: 'Change the project and what is below it: texts, files, attachments, values; ask for approvals, make links' },
  place: { least: 'Member', text: 'Assign, unassign, trash and restore what is below the project' },
  placeProject: { least: 'Admin', text: 'Assign, unassign, trash and restore the project itself' },
  purge: { least: 'Admin', text: 'Delete for good' },
  manage: { least: 'Admin', text: 'Add and remove members, set their roles' },
  moderate: { least: 'Admin', text: 'Remove comments, approvals and links of others' }
} as const satisfies Readonly<Record<string, Right>>

export type Verb = Exclude<keyof typeof rights, 'placeProject'>

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
  if (verb === 'place') return isAtLeast(above, rights.place.least) || isAtLeast(self, rights.placeProject.least)
  return isAtLeast(above, rights[verb].least) || isAtLeast(self, rights[verb].least)
}

function isAtLeast (role: Role | null, least: Role): boolean {
  return role !== null && roles.indexOf(role) <= roles.indexOf(least)
}

/** The roles that allow it, for an item that is no project. */
export function rolesWith (verb: Verb): readonly Role[] {
  return roles.filter((role) => isAtLeast(role, rights[verb].least))
}

/** The higher of two roles. */
export function higher (one: Role | null, other: Role | null): Role | null {
  if (one === null || other === null) return one ?? other
  return isAtLeast(one, other) ? one : other
}

/** The table in Markdown, for the API document and docs/people.md. */
export const tableOfRoles = [
  `| | ${[...roles].reverse().join(' | ')} |`,
  `|---${'|---'.repeat(roles.length)}|`,
  ...Object.values(rights).map(({ least, text }) =>
    `| ${text} | ${[...roles].reverse().map((role) => isAtLeast(role, least) ? '●' : '').join(' | ')} |`)
].join('\n')
