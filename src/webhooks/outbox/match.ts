import { statement, type Dialect } from '../../database/sql.js'
import type { EventKind } from '../../core/events/kinds.js'
import type { RecordedEvent } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { holdPlaces } from '../../items/tree.js'
import { createEnclosingProjects } from './enclosing-projects.js'

interface Candidate {
  event: EventKind
  id: number
  project_id: string | null
}

/** The webhooks that want the events of one caller, by kind. */
export type Candidates = Map<EventKind, Candidate[]>

/** The webhooks that want events of some kinds of a user, in the order of their ids. $1 account, $2 kinds, $3 user */
const candidatesOf = (name: string, kinds: (sql: Dialect) => string) => statement(name, (sql) => `
  SELECT t.event, w.id, w.project_id FROM webhook_triggers t JOIN webhooks w ON w.id = t.webhook_id
  WHERE t.account_id = $1 AND ${kinds(sql)} AND (
    EXISTS (SELECT 1 FROM webhook_users u WHERE u.webhook_id = w.id AND u.user_id = $3)
    OR NOT EXISTS (SELECT 1 FROM webhook_users u WHERE u.webhook_id = w.id))
  ORDER BY t.webhook_id`)

const ofOneKind = candidatesOf('webhooks_candidates_of_kind', () => 't.event = $2')
const ofKinds = candidatesOf('webhooks_candidates_of_kinds', (sql) => sql.among('t.event', sql.strings('$2')))

/**
 * Tells which webhooks want an event. It is read in the transaction that writes the event, so that none can be missed
 * that was there before the request came; a disabled one keeps queueing. Made anew for each transaction: what was read
 * holds until its end.
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
    const wanted = events.map(({ event }) => candidates.get(event)!)
    const listened =
      new Set([...new Set(wanted)].flatMap((list) => list.flatMap((webhook) => webhook.project_id ?? [])))
    if (listened.size > 0) await holdPlaces(tx, 'shared')
    const places = listened.size > 0 ? await enclosing.around(tx, events, listened) : null
    return wanted.map((list, index) => list
      .filter((webhook) => webhook.project_id === null || places![index]!.has(webhook.project_id))
      .map((webhook) => webhook.id))
  }

  return { match }
}

export type Matcher = ReturnType<typeof createMatcher>

/** Reads who wants events of these kinds that the transaction's caller causes, as far as that was not read before. */
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
  for (const candidate of found) candidates.get(candidate.event)!.push(candidate)
}
