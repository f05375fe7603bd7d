import type { Transaction } from './transact.js'

/** The part of a deleted item that other domains need. */
export interface PurgedItem {
  readonly id: string
  readonly external_id: string | null
}

/** Gives up what a domain keeps for items, in the transaction that deletes them for good: their values, their files. */
export interface Release {
  /** Before the rows of the items go. */
  readonly before?: (tx: Transaction, type: 'asset' | 'project', items: readonly PurgedItem[]) => Promise<void>
  /** When they are gone, and history tells it. */
  readonly after?: (tx: Transaction, type: 'asset' | 'project', items: readonly PurgedItem[]) => Promise<void>
}
