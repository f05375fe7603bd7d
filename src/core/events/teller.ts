import type { Sql } from '../../database/sql.js'
import type { Transaction } from '../transact.js'
import type { EventKind, ReasonKind } from './kinds.js'
import type { RecordedEvent } from './record.js'

/** A user who may be told of an event, and why. The same user may follow again with another reason. */
export type Reason = readonly [userId: number, kind: ReasonKind]

/** What an event tells, and to whom: the first reason first. */
export interface Told {
  readonly reasons: readonly Reason[]
  readonly item: { readonly type: 'asset' | 'project', readonly id: string } | null
  /** What it is about, besides the item: a row of the domain that tells of it. */
  readonly about?: { readonly type: string, readonly id: number }
  readonly text: string | null
  /** Whether the domain sends a message of its own. */
  readonly hasMail?: boolean
}

/** What a message tells besides the names, read when it is sent. */
export interface Detail {
  /** The name of who did it, if that was no user. */
  readonly who?: string
  readonly status?: string
}

/**
 * Whom a domain tells of its events, and what it says in messages. What several domains tell of the same thing is one:
 * src/consumers.ts has their list, in the order of the reasons.
 */
export interface Teller {
  /** Finds users by the kind of event, before other consumers follow the event. */
  readonly whom: Partial<Record<EventKind, (tx: Transaction, event: RecordedEvent) => Promise<Told[]> | Told[]>>
  /** What messages say, by the reason. `title` is that of the item. */
  readonly sentences: Partial<Record<ReasonKind, (who: string, title: string, status?: string) => string>>
  /** Reads the details for these sentences, by the ids of what they are about. */
  readonly details?: (sql: Sql, accountId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Detail>>
}

/** The item of an event. Null if it has none. */
export function itemOf ({ targets }: RecordedEvent): Told['item'] {
  const { asset_id: assetId, project_id: projectId } = targets
  if (assetId !== undefined) return { type: 'asset', id: String(assetId) }
  return projectId === undefined ? null : { type: 'project', id: String(projectId) }
}
