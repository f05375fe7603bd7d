import type { Project } from '../api/client.ts'
import { assign } from '../items/item.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { levels, loadLevel, open, TOP } from './tree.ts'

/** Moves a project into another one, or to the top, and offers an undo. */
export async function move (project: Project, to: string | null): Promise<void> {
  const from = project.project_id
  if (from === to || project.id === to) return
  try {
    await put(project.id, from, to)
    tell(`${project.title} was moved.`, async () => put(project.id, to, from))
  } catch (error) {
    tellFailure(error)
  }
}

async function put (id: string, from: string | null, to: string | null): Promise<void> {
  await assign('project', id, to)
  const parents = [from ?? TOP, to ?? TOP].filter((parent) => levels.value.has(parent))
  await Promise.all(parents.map(async (parent) => loadLevel(parent)))
  if (to !== null) await open(to)
}
