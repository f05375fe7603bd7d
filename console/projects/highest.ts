import type { Project } from '../api/client.ts'

/** What somebody is told who sees no project. */
export const NO_PROJECT = 'You are in no project yet. As soon as somebody adds you to one, it is shown here.'

/** The highest of some projects: those of which the project that they are in is not among them. */
export function highestOf (projects: readonly Project[]): Project[] {
  const ids = new Set(projects.map(({ id }) => id))
  return projects.filter(({ project_id: above }) => above === null || !ids.has(above))
}
