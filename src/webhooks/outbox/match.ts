import { statement } from '../../database/sql.js'
import type { EventKind } from '../../core/events/kinds.js'
import type { RecordedEvent } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { holdPlaces } from '../../items/tree.js'
import { createEnclosingProjects } from './enclosing-projects.js'

interface Candidate {
  event: EventKind
  id: number | null
}

/** A webhook that wants a kind of event, in its project if it has one. */
interface Placed {
  event: EventKind
  id: number
  project_id: string | null
}

/** The webhooks for the events of one caller, by kind. Null stands for those that want it in their project only. */
export type Candidates = Map<EventKind, Array<number | null>>

/** $1 account, $2 kinds, $3 user */
const wanting = (kinds: string) => `
  FROM webhook_triggers t JOIN webhooks w ON w.id = t.webhook_id
  WHERE t.account_id = $1 AND ${kinds} AND (
    EXISTS (SELECT 1 FROM webhook_users u WHERE u.webhook_id = w.id AND u.user_id = $3)
    OR NOT EXISTS (SELECT 1 FROM webhook_users u WHERE u.webhook_id = w.id))`

const candidatesOf = (kinds: string) => `
  SELECT DISTINCT t.event, CASE WHEN w.project_id IS NULL THEN w.id END AS id ${wanting(kinds)} ORDER BY id`
const ofOneKind = statement('webhooks_candidates_of_kind', () => candidatesOf('t.event = $2'))
const ofKinds = statement('webhooks_candidates_of_kinds', (sql) => candidatesOf(sql.among('t.event', sql.strings('$2'))))

/** The webhooks for some kinds of events of a user, in any of these projects or in none. $4 JSON list of projects */
const inProjects = statement('webhooks_in_projects', (sql) => `
  SELECT t.event, w.id, w.project_id ${wanting(sql.among('t.event', sql.strings('$2')))}
    AND (w.project_id IS NULL OR ${sql.among('w.project_id', sql.strings('$4'))}) ORDER BY w.id`)

/**
 * Finds the webhooks that want an event. They are read in the transaction that writes the event, so that no webhook
 * that existed before the request is missed; a disabled one keeps queueing. Those of other projects are never read: an
 * account may have a thousand. Made for each transaction.
 */
export function createMatcher () {
  const own: Candidates = new Map()
  const enclosing = createEnclosingProjects()

  /**
   * The ids of the webhooks for each event, in the order of the events. `candidates` are those of the transaction's
   * caller.
   */
  async function match (
    tx: Transaction, events: readonly RecordedEvent[], candidates: Candidates = own
  ): Promise<number[][]> {
    await learn(tx, events, candidates)
    const anywhere = events.map(({ event }) => candidates.get(event)!)
    if (anywhere.every(isWhole)) return anywhere
    await holdPlaces(tx, 'shared')
    let placed: readonly Placed[] = []
    const places = await enclosing.around(tx, events, async (projectIds) => {
      placed = await findInProjects(tx, events, projectIds)
      return new Set(placed.flatMap((webhook) => webhook.project_id ?? []))
    })
    return events.map(({ event }, index) => placed
      .filter((webhook) => webhook.event === event &&
        (webhook.project_id === null || places[index]!.has(webhook.project_id)))
      .map(({ id }) => id))
  }

  return { match }
}

function isWhole (ids: ReadonlyArray<number | null>): ids is number[] {
  return !ids.includes(null)
}

async function findInProjects (
  { sql, caller: { accountId, userId } }: Transaction, events: readonly RecordedEvent[], projectIds: readonly string[]
): Promise<Placed[]> {
  const kinds = [...new Set(events.map(({ event }) => event))]
  return await sql.all<Placed>(inProjects, [accountId, JSON.stringify(kinds), userId, JSON.stringify(projectIds)])
}

export type Matcher = ReturnType<typeof createMatcher>

/** Reads the webhooks for these kinds of events of the caller, unless they were read before. */
export async function learn (
  tx: Transaction, events: readonly RecordedEvent[], candidates: Candidates
): Promise<void> {
  const unknown = [...new Set(events.map(({ event }) => event))].filter((kind) => !candidates.has(kind))
  if (unknown.length === 0) return
  for (const kind of unknown) candidates.set(kind, [])
  const { accountId, userId } = tx.caller
  const found = unknown.length === 1
    ? await tx.sql.all<Candidate>(ofOneKind, [accountId, unknown[0]!, userId])
    : await tx.sql.all<Candidate>(ofKinds, [accountId, JSON.stringify(unknown), userId])
  for (const { event, id } of found) candidates.get(event)!.push(id)
}
