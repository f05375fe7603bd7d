import { statement } from '../../database/sql.js'
import type { RecordedEvent } from '../../events/record.js'
import type { Transaction } from '../../transact.js'

interface Placed {
  readonly id: string
  readonly project_id: string | null
}

/** $1 account, $2 JSON list of projects: each of them with itself and every project above it */
const upwards = statement('webhooks_projects_upwards', (sql) => `
  WITH RECURSIVE path (start, id, project_id) AS (
    SELECT id, id, project_id FROM projects WHERE account_id = $1 AND id IN (${sql.strings('$2')})
    UNION ALL
    SELECT path.start, projects.id, projects.project_id FROM projects JOIN path ON projects.id = path.project_id WHERE projects.account_id = $1
  )
  SELECT start, id FROM path`)

/** $1 account, $2 JSON list of assets */
const projectsOfAssets = statement('webhooks_projects_of_assets', (sql) => `
  SELECT id, project_id FROM assets WHERE account_id = $1 AND id IN (${sql.strings('$2')})`)

/**
 * Finds the projects in whose subtrees events happened: for what was taken out of a project or deleted, the place where it was.
 * Made anew for each transaction, as it remembers the projects that the transaction has deleted.
 */
export function createSurroundings () {
  /** The deleted projects, and where they were: they are in no table any more when what stood below them is looked at. */
  const purged = new Map<string, string | null>()

  async function around (tx: Transaction, events: readonly RecordedEvent[]): Promise<Array<Set<string>>> {
    for (const { event, data } of events) {
      const project = placed(data, 'project')
      if (event === 'PROJECT_PURGED' && project !== undefined) purged.set(project.id, project.project_id)
    }
    const places = events.map(placeOf)
    await placeAssets(tx, events, places)
    const lines = await climb(tx, new Set(places.flatMap(({ below }) => below)))
    return places.map(({ itself, below }) => new Set([...itself, ...below.flatMap((id) => lines.get(id) ?? [])]))
  }

  /** Each project with all above it, the deleted ones among them. */
  async function climb (tx: Transaction, starts: ReadonlySet<string>): Promise<Map<string, string[]>> {
    const lines = new Map<string, string[]>()
    const tops = new Map<string, string | null>()
    for (const start of starts) {
      const line: string[] = []
      let top: string | null = start
      for (; top !== null && purged.has(top); top = purged.get(top)!) line.push(top)
      lines.set(start, line)
      tops.set(start, top)
    }
    const standing = [...new Set(tops.values())].filter((id) => id !== null)
    if (standing.length === 0) return lines
    const rows = await tx.sql.all<{ start: string, id: string }>(upwards, [tx.caller.accountId, JSON.stringify(standing)])
    for (const [start, line] of lines) {
      const top = tops.get(start)
      line.push(...rows.filter((row) => row.start === top).map((row) => row.id))
    }
    return lines
  }

  return { around }
}

interface Place {
  /** The project itself, where the event is about one. What stands above it follows from the event, not from where it is now. */
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
async function placeAssets (tx: Transaction, events: readonly RecordedEvent[], places: readonly Place[]): Promise<void> {
  const bare = [...events.entries()].filter(([, { targets, data }]) => typeof targets.asset_id === 'string' && data === undefined)
  if (bare.length === 0) return
  const ids = JSON.stringify(bare.map(([, { targets }]) => targets.asset_id))
  const rows = await tx.sql.all<Placed>(projectsOfAssets, [tx.caller.accountId, ids])
  const projectIds = new Map(rows.map((row) => [row.id, row.project_id]))
  for (const [index, { targets }] of bare) {
    const projectId = projectIds.get(targets.asset_id as string)
    if (typeof projectId === 'string') places[index]!.below.push(projectId)
  }
}

function placed (data: RecordedEvent['data'], name: 'asset' | 'project'): Placed | undefined {
  return (data as Partial<Record<typeof name, Placed>> | undefined)?.[name]
}
