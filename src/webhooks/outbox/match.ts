import { findState } from '../../changes/log/epoch.js'
import { statement } from '../../database/sql.js'
import type { EventKind } from '../../core/events/forms.js'
import type { RecordedEvent } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'

interface Candidate {
  readonly event: EventKind
  readonly id: number
  readonly project_id: string | null
  readonly newest: number
}

/** The webhooks that want a kind of event, as they are stored with the body. */
export interface Recipients {
  /** A JSON list of their ids. */
  readonly webhookIds: string
  /** A JSON object: the ids of those with a project, by project. Null if none has one. */
  readonly projects: string | null
}

/** What a transaction knows about the webhooks of its caller. */
export interface Known {
  /** By kind. Null if no webhook wants it. */
  readonly recipients: Map<EventKind, Recipients | null>
  /** The last change of the account at the first look: the numbers of this transaction's own changes are higher. */
  newest: number
}

/** $1 account, $2 kinds, $3 user */
const candidatesOf = (kinds: string) => `
  SELECT t.event, w.id, w.project_id, (
    SELECT COALESCE(MAX(number), 0) FROM changes WHERE account_id = $1) AS newest
  FROM webhook_triggers t JOIN webhooks w ON w.id = t.webhook_id
  WHERE t.account_id = $1 AND ${kinds} AND (
    EXISTS (SELECT 1 FROM webhook_users u WHERE u.webhook_id = w.id AND u.user_id = $3)
    OR NOT EXISTS (SELECT 1 FROM webhook_users u WHERE u.webhook_id = w.id))
  ORDER BY w.id`
const ofOneKind = statement<Candidate>('webhooks_candidates_of_kind', () => candidatesOf('t.event = $2'))
const ofKinds = statement<Candidate>('webhooks_candidates_of_kinds', (sql) =>
  candidatesOf(sql.among('t.event', sql.strings('$2'))))

export function knowNothing (): Known {
  return { recipients: new Map(), newest: Infinity }
}

/**
 * Reads the webhooks that want these kinds of events from the caller, unless they were read before. They are read in
 * the transaction that writes the events, so that no webhook that existed before the request is missed; a disabled one
 * keeps queueing. Whether an event happened in the project of a webhook is decided later: fan-out.ts.
 */
export async function learn (
  tx: Transaction, events: ReadonlyArray<Pick<RecordedEvent, 'event'>>, known: Known
): Promise<void> {
  const unknown = [...new Set(events.map(({ event }) => event))].filter((kind) => !known.recipients.has(kind))
  if (unknown.length === 0) return
  const { accountId, userId } = tx.caller
  const found = unknown.length === 1
    ? await tx.sql.all(ofOneKind, [accountId, unknown[0]!, userId])
    : await tx.sql.all(ofKinds, [accountId, JSON.stringify(unknown), userId])
  for (const kind of unknown) known.recipients.set(kind, recipientsAmong(found.filter(({ event }) => event === kind)))
  known.newest = Math.min(known.newest, found[0]?.newest ?? Infinity)
}

/** The last change of the account: an event that has no number so far gets a higher one. */
export async function newestChange ({ sql, caller }: Transaction): Promise<number> {
  return (await sql.first(findState, [caller.accountId]))!.number
}

/** The webhooks that want an event, with the one that gets it in any case. */
export function withOwn (recipients: Recipients | null, { webhookId }: RecordedEvent): Recipients | null {
  if (webhookId === undefined) return recipients
  if (recipients === null) return { webhookIds: JSON.stringify([webhookId]), projects: null }
  const ids = JSON.parse(recipients.webhookIds) as number[]
  const ofProjects = Object.entries(JSON.parse(recipients.projects ?? '{}') as Record<string, number[]>)
    .map(([project, some]) => [project, some.filter((id) => id !== webhookId)] as const)
  return {
    webhookIds: JSON.stringify([...new Set([...ids, webhookId])].sort((a, b) => a - b)),
    projects: recipients.projects === null ? null : JSON.stringify(Object.fromEntries(ofProjects))
  }
}

function recipientsAmong (webhooks: readonly Candidate[]): Recipients | null {
  if (webhooks.length === 0) return null
  const ofProjects: Record<string, number[]> = {}
  for (const { id, project_id: projectId } of webhooks) {
    if (projectId !== null) (ofProjects[projectId] ??= []).push(id)
  }
  return {
    webhookIds: JSON.stringify(webhooks.map(({ id }) => id)),
    projects: Object.keys(ofProjects).length === 0 ? null : JSON.stringify(ofProjects)
  }
}
