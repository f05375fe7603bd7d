import type { Transaction } from './transact.js'

/** The part of a deleted item that other domains need. */
export interface PurgedItem {
  readonly id: string
  readonly external_id: string | null
}

/** Removes what a domain keeps for items, such as values and files, in the transaction that deletes them for good. */
export interface Release {
  /** Called before the rows of the items are deleted. */
  readonly before?: (tx: Transaction, type: 'asset' | 'project', items: readonly PurgedItem[]) => Promise<void>
  /** Called before something that a domain keeps is deleted: `type` is the domain's word for it. */
  readonly ofDomain?: (tx: Transaction, type: string, id: string) => Promise<void>
  /** Called after they are deleted and recorded in the history. */
  readonly after?: (tx: Transaction, type: 'asset' | 'project', items: readonly PurgedItem[]) => Promise<void>
}
