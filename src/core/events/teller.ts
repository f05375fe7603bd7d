import type { Sql } from '../../database/sql.js'
import type { Transaction } from '../transact.js'
import type { FormedKind } from './forms.js'
import { isOfProject, type EventOf, type RecordedEvent, type Targets } from './record.js'

/** What a message says. `title` is that of the item. Null if there is nothing to say any more. */
export type Sentence = (who: string, title: string, status?: string) => string | null

/**
 * Why users are told of events. Each domain adds its own reasons with their sentences, in its tell.ts, by
 * `interface Reasons extends ReasonsOf<typeof …> {}`. Of several reasons, the first one counts.
 */
export interface Reasons {}

export type ReasonKind = keyof Reasons

export type ReasonsOf<Sentences> = { readonly [Kind in keyof Sentences]: true }

/** Makes the sentences of reasons: the compiler knows these reasons. */
export const defineSentences = <Kind extends string>(sentences: Readonly<Record<Kind, Sentence>>) => sentences

/** A user who may be told of an event, and why. The same user may follow again with another reason. */
export type Reason = readonly [userId: number, kind: ReasonKind]

interface ToldItem {
  readonly type: 'asset' | 'project'
  readonly id: string
}

/** What who has a role at the top of the account sees. */
export interface ToldAccount {
  readonly type: 'account'
  readonly id: null
}

/** What an event tells, and to whom: the first reason first. */
export interface Told {
  readonly reasons: readonly Reason[]
  /** Null: it is for administrators. */
  readonly item: ToldItem | ToldAccount | null
  /** The id of what it is about, besides the item: its teller says of which type. */
  readonly aboutId?: number
  readonly text: string | null
  /** The name of a guest who did it. */
  readonly author?: string | undefined
  /** What was decided. */
  readonly status?: string
}

/** What users are told that is no event. */
export interface ToldAlone extends Told {
  /** Who has done it; 0 for a guest and for the service. */
  readonly userId: number
  readonly targets: Targets
  /** The type of `aboutId`. */
  readonly about?: string
}

/** Tells users of something that is no event, in the transaction. */
export function tellUsers (tx: Transaction, told: ToldAlone): void {
  for (const consumer of tx.consumers) consumer.tell?.(told)
}

/** What a message tells besides the names, read when it is sent. */
export interface Detail {
  /** Who did it, if that was no user. */
  readonly who?: string
  readonly status?: string
  /** What it is called, if that is not the title of the item, and where the console shows it. */
  readonly title?: string
  readonly place?: string
}

/**
 * Whom a domain tells of its events, and what it says in messages. What several domains tell of the same thing is one:
 * src/consumers.ts has their list, in the order of the reasons.
 */
export interface Teller {
  /** Finds users by the kind of event, before other consumers follow the event. */
  readonly whom: { readonly [Kind in FormedKind]?: (tx: Transaction, event: EventOf<Kind>) => Promise<Told[]> | Told[] }
  /** The type of what it tells of, besides the item. One teller, that of its domain, reads the details of this type. */
  readonly about?: string
  /** What messages say, by the reason. */
  readonly sentences: Readonly<Partial<Record<ReasonKind, Sentence>>>
  /** The reasons with a message of their own, which does not wait. */
  readonly atOnce?: readonly ReasonKind[]
  /** Reads the details of what it tells of, by their ids. */
  readonly details?: (sql: Sql, accountId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Detail>>
}

/** The teller that reads the details of each type. Throws for a type that no teller, or more than one, declares. */
export function declaredTypes (tellers: readonly Teller[]): ReadonlyMap<string, Teller> {
  const declared = new Map<string, Teller>()
  for (const teller of tellers) {
    if (teller.about === undefined || teller.details === undefined) continue
    if (declared.has(teller.about)) throw new Error(`Two tellers have details of the type ${teller.about}`)
    declared.set(teller.about, teller)
  }
  const missing = tellers.find(({ about }) => about !== undefined && !declared.has(about))
  if (missing !== undefined) throw new Error(`No teller has details of the type ${missing.about}`)
  return declared
}

/** What a domain tells of an event. The compiler does not know that a kind goes with its form, in a list of all. */
export async function tellOf ({ whom }: Teller, tx: Transaction, event: RecordedEvent): Promise<readonly Told[]> {
  const tell = whom[event.event] as ((tx: Transaction, event: RecordedEvent) => Promise<Told[]> | Told[]) | undefined
  return await tell?.(tx, event) ?? []
}

/** The item of an event. Null if it has none. */
export function itemOf ({ event, targets }: RecordedEvent): ToldItem | null {
  const { asset_id: assetId, project_id: projectId } = targets
  if (assetId !== undefined && !isOfProject(event)) return { type: 'asset', id: String(assetId) }
  return projectId === undefined ? null : { type: 'project', id: String(projectId) }
}
