import type { Transaction } from './transact.js'

/** The part of a deleted item that other domains need. */
export interface PurgedItem {
  readonly id: string
  readonly external_id: string | null
}

/**
 * Removes what a domain keeps for items, such as values and files, in the transaction that deletes them for good. Ends
 * what a user has begun, in the transaction that disables the user.
 */
export interface Release {
  /** Called before the rows of the items are deleted. */
  readonly before?: (tx: Transaction, type: 'asset' | 'project', items: readonly PurgedItem[]) => Promise<void>
  /** Called before things that a domain keeps are deleted: `type` is the domain's word for them. */
  readonly ofDomain?: (tx: Transaction, type: string, ids: readonly string[]) => Promise<void>
  /** Called after they are deleted and recorded in the history. */
  readonly after?: (tx: Transaction, type: 'asset' | 'project', items: readonly PurgedItem[]) => Promise<void>
  /** Called when a user is disabled. What is not here ends by itself: it asks whether its user is enabled. */
  readonly ofUser?: (tx: Transaction, userId: number) => Promise<void>
}

/** Releases what domains keep for things that another domain is about to remove. `type` is its word for them. */
export async function releaseThings (
  tx: Transaction, type: string, ids: ReadonlyArray<string | number>
): Promise<void> {
  for (const release of tx.releases) await release.ofDomain?.(tx, type, ids.map(String))
}
