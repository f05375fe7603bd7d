import { signal } from '@preact/signals'
import { allOf, read, urlOf, type Project, type Url } from '../api/client.ts'
import { who } from '../api/session.ts'
import { highestOf } from './highest.ts'

interface Level {
  readonly projects: readonly Project[]
  /** The URL of its next page. */
  readonly next: Url<'/api/v2/search'> | null
}

/** A row of the tree. */
export interface Row {
  readonly project: Project
  readonly depth: number
  readonly isOpen: boolean
  /** Null while it is unknown. */
  readonly hasChildren: boolean | null
  /** Its place among its siblings, from 1. */
  readonly position: number
  readonly siblings: number
}

/** The top of the tree. */
export const TOP = 'none'

const PAGE = 200

export const levels = signal<ReadonlyMap<string, Level>>(new Map())
export const opened = signal<ReadonlySet<string>>(new Set())

export function levelPath (parent: string) {
  return urlOf('/api/v2/search', { query: { type: ['project'], project_id: parent, sort: 'title', limit: PAGE } })
}

export async function loadLevel (parent: string): Promise<void> {
  const isOfMember = parent === TOP && who.value?.user.access === 'projects'
  const level = isOfMember ? await readHighest() : await readLevel(levelPath(parent))
  // After the answer: others are loaded meanwhile.
  levels.value = new Map(levels.value).set(parent, level)
}

export async function loadMore (parent: string): Promise<void> {
  const level = levels.value.get(parent)
  if (level?.next === null || level === undefined) return
  const { projects, next } = await readLevel(level.next)
  levels.value = new Map(levels.value).set(parent, { projects: [...level.projects, ...projects], next })
}

/** A member of a project may not see the one that it is in. */
async function readHighest (): Promise<Level> {
  const all = urlOf('/api/v2/search', { query: { type: ['project'], sort: 'title', limit: 1000 } })
  return { projects: highestOf((await allOf(all, 'results')).map(({ project }) => project!)), next: null }
}

async function readLevel (path: Url<'/api/v2/search'>): Promise<Level> {
  const { data, next } = await read(path)
  return { projects: data.results.map(({ project }) => project!), next }
}

export async function open (id: string): Promise<void> {
  opened.value = new Set(opened.value).add(id)
  if (!levels.value.has(id)) await loadLevel(id)
}

export function close (id: string): void {
  const now = new Set(opened.value)
  now.delete(id)
  opened.value = now
}

/** Loads all shown levels again. */
export async function refresh (): Promise<void> {
  await Promise.all([...levels.value.keys()].map(async (parent) => loadLevel(parent)))
}

/** The rows in the order of the tree. */
export function rowsBelow (parent: string, depth = 1): Row[] {
  const { projects = [] } = levels.value.get(parent) ?? {}
  return projects.flatMap((project, index) => {
    const isOpen = opened.value.has(project.id)
    const children = levels.value.get(project.id)
    const row: Row = {
      project,
      depth,
      isOpen,
      hasChildren: children === undefined ? null : children.projects.length > 0,
      position: index + 1,
      siblings: projects.length
    }
    return isOpen ? [row, ...rowsBelow(project.id, depth + 1)] : [row]
  })
}

/** Whether a project is another one, or below it, as far as the tree is loaded. */
export function isWithin (id: string, ancestor: string): boolean {
  for (let at: string | null = id; at !== null; at = parentOf(at)) if (at === ancestor) return true
  return false
}

export function parentOf (id: string): string | null {
  for (const [parent, { projects }] of levels.value) {
    if (projects.some((project) => project.id === id)) return parent === TOP ? null : parent
  }
  return null
}
