import type { RecordedEvent } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { placesOfAssets, projectsUpwards, type Placed } from '../../items/tree.js'

/** A project with listeners, and those above it. Lists with the same end share it. */
interface Line {
  readonly id: string
  readonly above: Line | null
}

/**
 * Finds the projects with listeners in whose subtrees events happened. Items that were taken out of a project or
 * deleted count where they were. The cost is that of the events and of the projects above them, each once. Made for
 * each transaction, as it remembers the projects that the transaction has deleted.
 */
export function createEnclosingProjects () {
  /**
   * The deleted projects, and their places: no table has them any more when events below them are processed.
   */
  const purged = new Map<string, string | null>()

  /** The ids, out of `listened`, of the projects around each event. */
  async function around (
    tx: Transaction,
    events: readonly RecordedEvent[],
    findListened: (projectIds: readonly string[]) => Promise<ReadonlySet<string>>
  ): Promise<Array<Set<string>>> {
    for (const { event, data } of events) {
      const project = placed(data, 'project')
      if (event === 'PROJECT_PURGED' && project !== undefined) purged.set(project.id, project.project_id)
    }
    const places = events.map(placeOf)
    await placeAssets(tx, events, places)
    const parents = await parentsOf(tx, new Set(places.flatMap(({ below }) => below)))
    const listened = await findListened([...new Set([...places.flatMap(({ itself }) => itself), ...parents.keys()])])
    const lineOf = createLines(parents, listened)
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

/** Finds the listeners of a project and of those above it. The result for one project serves all below it. */
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
   * The project itself, for an event about a project. Its parents follow from the event, not from its present place.
   */
  readonly itself: string[]
  /** The projects that the event happened in, or between. */
  readonly below: string[]
}

function placeOf ({ targets, data }: RecordedEvent): Place {
  const project = placed(data, 'project')
  const below = [targets.to_project_id, project?.project_id, placed(data, 'asset')?.project_id]
  const isItself = project !== undefined && project.id === targets.project_id
  if (!isItself) below.push(targets.project_id)
  return { itself: isItself ? [project.id] : [], below: below.filter((id): id is string => typeof id === 'string') }
}

/** Places of events without the data of their asset: they happened where the asset is. */
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
