import type { Transaction } from '../transact.js'
import type { RecordedEvent } from './record.js'

/**
 * Follows the events of every transaction and writes, in that transaction, what it makes of them: webhooks' deliveries,
 * an index. What it needs done after the commit it names with `tx.wake`.
 */
export interface Consumer {
  /** Begins with one transaction, which may be undone or run again. */
  readonly open: () => OpenConsumer
}

export interface OpenConsumer {
  /** Called with every list of history entries, in order, as they are written. */
  readonly collect: (tx: Transaction, events: readonly RecordedEvent[]) => Promise<void> | void
  /** Called where an item has changed without an event: there is nothing to tell, and what is made of it may differ. */
  readonly touch?: (type: 'asset' | 'project', id: string, accountId?: number) => void
  /**
   * Called between two works that are done in one transaction, as what was collected may depend on what is there by
   * now.
   */
  readonly flush?: (tx: Transaction) => Promise<void> | void
  /** Called once, as the last thing before the commit. */
  readonly finish: (tx: Transaction) => Promise<void> | void
}
