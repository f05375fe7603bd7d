import type { RecordedEvent } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { placesOfAssets, projectsUpwards, type Placed } from '../../items/tree.js'

/** A project to which somebody listens, and those above it. Lists that end alike share their ends. */
interface Line {
  readonly id: string
  readonly above: Line | null
}

/**
 * Finds the projects in whose subtrees events happened, of those to which somebody listens: for what was taken out of a
 * project or deleted, the place where it was. Each list of events costs what it has and the projects above it, each
 * once. Made anew for each transaction, as it remembers the projects that the transaction has deleted.
 */
export function createEnclosingProjects () {
  /**
   * The deleted projects, and where they were: they are in no table any more when what stood below them is looked at.
   */
  const purged = new Map<string, string | null>()

  /** The ids, out of `listened`, of the projects around each event. */
  async function around (
    tx: Transaction, events: readonly RecordedEvent[], listened: ReadonlySet<string>
  ): Promise<Array<Set<string>>> {
    for (const { event, data } of events) {
      const project = placed(data, 'project')
      if (event === 'PROJECT_PURGED' && project !== undefined) purged.set(project.id, project.project_id)
    }
    const places = events.map(placeOf)
    await placeAssets(tx, events, places)
    const lineOf = createLines(await parentsOf(tx, new Set(places.flatMap(({ below }) => below))), listened)
    return places.map(({ itself, below }) => {
      const found = new Set(itself)
      for (const id of below) {
        for (let line = lineOf(id); line !== null && !found.has(line.id); line = line.above) found.add(line.id)
      }
      return found
    })
  }

  /** The parent of each of these projects and of each project above them, deleted ones included. */
  async function parentsOf (tx: Transaction, starts: ReadonlySet<string>): Promise<Map<string, string | null>> {
    const parents = new Map<string, string | null>()
    const standing = new Set<string>()
    for (const start of starts) {
      let id: string | null = start
      for (; id !== null && purged.has(id) && !parents.has(id); id = purged.get(id)!) parents.set(id, purged.get(id)!)
      if (id !== null && !purged.has(id)) standing.add(id)
    }
    if (standing.size === 0) return parents
    const rows = await tx.sql.all<Placed>(projectsUpwards, [tx.caller.accountId, JSON.stringify([...standing])])
    for (const row of rows) parents.set(row.id, row.project_id)
    return parents
  }

  return { around }
}

/** Tells who listens to a project or above it. What was found for one project is found for all below it. */
function createLines (
  parents: ReadonlyMap<string, string | null>, listened: ReadonlySet<string>
): (id: string) => Line | null {
  const lines = new Map<string, Line | null>()
  return function lineOf (start) {
    const path: string[] = []
    let id: string | null | undefined = start
    for (; id != null && !lines.has(id); id = parents.get(id)) path.push(id)
    let line = id == null ? null : lines.get(id)!
    for (const below of path.reverse()) {
      if (listened.has(below) && parents.has(below)) line = { id: below, above: line }
      lines.set(below, line)
    }
    return line
  }
}

interface Place {
  /**
   * The project itself, where the event is about one. What stands above it follows from the event, not from where it is
   * now.
   */
  readonly itself: string[]
  /** The projects that it happened in, or between. */
  readonly below: string[]
}

function placeOf ({ targets, data }: RecordedEvent): Place {
  const project = placed(data, 'project')
  const below = [targets.to_project_id, project?.project_id, placed(data, 'asset')?.project_id]
  const isItself = project !== undefined && project.id === targets.project_id
  if (!isItself) below.push(targets.project_id)
  return { itself: isItself ? [project.id] : [], below: below.filter((id): id is string => typeof id === 'string') }
}

/** Events on an asset that do not carry it: they happened where it is. */
async function placeAssets (
  tx: Transaction, events: readonly RecordedEvent[], places: readonly Place[]
): Promise<void> {
  const bare = [...events.entries()].filter(([, { targets, data }]) =>
    typeof targets.asset_id === 'string' && data === undefined
  )
  if (bare.length === 0) return
  const ids = JSON.stringify(bare.map(([, { targets }]) => targets.asset_id))
  const rows = await tx.sql.all<Placed>(placesOfAssets, [tx.caller.accountId, ids])
  const projectIds = new Map(rows.map((row) => [row.id, row.project_id]))
  for (const [index, { targets }] of bare) {
    const projectId = projectIds.get(targets.asset_id as string)
    if (typeof projectId === 'string') places[index]!.below.push(projectId)
  }
}

function placed (data: RecordedEvent['data'], name: 'asset' | 'project'): Placed | undefined {
  return (data as Partial<Record<typeof name, Placed>> | undefined)?.[name]
}
