import type { Project } from '../api/client.ts'

/** What somebody is told who sees no project. */
export const NO_PROJECT = 'You are in no project yet. As soon as somebody adds you to one, it is shown here.'

/** The highest of some projects: those of which the project that they are in is not among them. */
export function highestOf (projects: readonly Project[]): Project[] {
  const ids = new Set(projects.map(({ id }) => id))
  return projects.filter(({ project_id: above }) => above === null || !ids.has(above))
}

/** Whether an event changes the tree of projects, or what one of them is called. */
export const changesTree = ({ event }: { readonly event: string }): boolean =>
  /^PROJECT_(?:ADDED|EDITED_METADATA|REMOVED|RESTORED|PURGED|LINKED|UNLINKED)$/.test(event)
