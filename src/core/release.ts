import type { Transaction } from './transact.js'

/** The part of a deleted item that other domains need. */
export interface PurgedItem {
  readonly id: string
  readonly external_id: string | null
}

/** A user who was removed, for those who give away what the user leaves. */
export interface RemovedUser {
  readonly id: number
  /** The e-mail that the user had, by which items name their owner. */
  readonly email: string
  /** The e-mail that takes its place: that of the heir, or else the one by which the user is shown from now on. */
  readonly ownerAfter: string
  /** The heir, while that user is enabled. */
  readonly heirId: number | null
  /**
   * Who answers for what would have nobody else: the heir, else who removes, else the first administrator. Null if
   * there is none.
   */
  readonly successorId: number | null
}

/** What becomes of what a removed user leaves. */
export interface ReleaseOfRemoved {
  /**
   * Called in the transaction that removes the user, without an event, and again by the job that follows: for seconds
   * other processes know the user's key. For a bounded number of rows.
   */
  readonly atOnce?: (tx: Transaction, userId: number) => Promise<void>
  /**
   * Called by that job, each time in a transaction of its own, until nothing is left. It removes some things, or gives
   * them away, so that it does not find them again, at most 500 at a time. Returns how many it has found.
   */
  readonly inPieces?: (tx: Transaction, user: RemovedUser) => Promise<number>
}

/**
 * Removes what a domain keeps for items, such as values and files, in the transaction that deletes them for good. Ends
 * what a user has begun, in the transaction that disables or removes the user, and gives away what a removed one
 * leaves.
 */
export interface Release {
  /** Called before the rows of the items are deleted. */
  readonly before?: (tx: Transaction, type: 'asset' | 'project', items: readonly PurgedItem[]) => Promise<void>
  /** Called before things that a domain keeps are deleted: `type` is the domain's word for them. */
  readonly ofDomain?: (tx: Transaction, type: string, ids: readonly string[]) => Promise<void>
  /** Called after they are deleted and recorded in the history. */
  readonly after?: (tx: Transaction, type: 'asset' | 'project', items: readonly PurgedItem[]) => Promise<void>
  /**
   * Called when a user is disabled or removed. What is not here ends by itself: it asks whether its user is enabled.
   */
  readonly ofUser?: (tx: Transaction, userId: number) => Promise<void>
  readonly ofRemoved?: ReleaseOfRemoved
}

/** Releases what domains keep for things that another domain is about to remove. `type` is its word for them. */
export async function releaseThings (
  tx: Transaction, type: string, ids: ReadonlyArray<string | number>
): Promise<void> {
  for (const release of tx.releases) await release.ofDomain?.(tx, type, ids.map(String))
}
