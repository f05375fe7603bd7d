import { higher } from '#src/access/roles.js'
import type { Client } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'
import type { ModelItem, ModelUser } from './model.js'

/** A project with all above it, from the top. Of an item in no project it is empty. */
type Line = readonly ModelItem[]

/** A change as it happened, and where its item was then. */
interface ModelChange {
  readonly id: string
  readonly event: string
  readonly userId: number
  readonly item: ModelItem
  /** Where that counts. */
  readonly lines: readonly Line[]
}

/**
 * What the feed of changes shows to whom: by where an item was when it changed, and by what is private and who is a
 * member when it is read.
 */
export function createFeedModel (admin: Client, since: string) {
  let next = since
  const changes: ModelChange[] = []
  const known = new Map<string, ModelItem>()

  /** Remembers where all is: call it before each step. */
  function before (items: Iterable<ModelItem>): ReadonlyMap<ModelItem, Line> {
    const lines = new Map<ModelItem, Line>()
    for (const item of items) {
      known.set(item.id, item)
      lines.set(item, lineTo(item.parent))
    }
    return lines
  }

  /** Reads what the administrator sees, which is all, and says where each item was. */
  async function after (were: ReadonlyMap<ModelItem, Line>, items: Iterable<ModelItem>): Promise<void> {
    for (const item of items) known.set(item.id, item)
    for (let more = true; more;) {
      const page = await succeed(admin.get(`changes?since=${next}&limit=1000`))
      for (const { id, event, targets, user_id: userId } of page.changes) {
        const item = known.get(targets.asset_id ?? targets.project_id)
        if (item === undefined) continue
        changes.push({ id, event, userId, item, lines: linesOf(event, were.get(item) ?? [], lineTo(item.parent)) })
      }
      next = page.next
      more = page.more
    }
  }

  return { before, after, changes, isOf: (targets: any) => known.has(targets.asset_id ?? targets.project_id) }
}

function lineTo (project: ModelItem | null): Line {
  return project === null ? [] : [...lineTo(project.parent), project]
}

/**
 * The places of a change. Who is put into a project out of none, or taken out into none, is told to both; of a move
 * UNLINKED is told where the item was, and LINKED where it is.
 */
function linesOf (event: string, were: Line, are: Line): Line[] {
  const kind = /^(?:ASSET|PROJECT)_(LINKED|UNLINKED)$/.exec(event)?.[1]
  if (kind === undefined) return [were]
  if (were.length === 0 || are.length === 0) return [were, are]
  return kind === 'UNLINKED' ? [were] : [are]
}

/** Whether a user sees a change now. */
export function seesChange (user: ModelUser, { event, userId, item, lines }: ModelChange): boolean {
  if (item.type === 'project') {
    if (item.members.has(user)) return true
    if (item.isPrivate && event !== 'PROJECT_PRIVATE') return false
  }
  return lines.some((line) => {
    if (line.length === 0 && event !== 'ASSET_LINKED' && userId === user.id) return true
    let role = user.access === 'account' ? 'Admin' as const : null as ReturnType<typeof higher>
    for (const { isPrivate, members } of line) {
      const own = members.get(user) ?? null
      role = isPrivate ? own : higher(own, role)
    }
    return role !== null
  })
}
