import type { Transaction } from '../transact.js'
import type { FormedKind } from './forms.js'
import type { RecordedEvent } from './record.js'
import type { ToldAlone } from './teller.js'

/**
 * Follows the events of every transaction, and writes what follows from them in the same transaction: webhooks'
 * deliveries, an index. `tx.wake` names the jobs to run after the commit.
 */
export interface Consumer {
  /** The minor that brings it, such as `1.1`: it begins when the upgrade to that one is finished. */
  readonly since?: string
  /** Opens a consumer for one transaction, which may be rolled back or run again. */
  readonly open: () => OpenConsumer
}

export interface OpenConsumer {
  /** Called with every list of history entries, in order, as they are written. */
  readonly collect: (tx: Transaction, events: readonly RecordedEvent[]) => Promise<void> | void
  /**
   * Whether it shows the `data` of events of this kind in this transaction. If no consumer does, an event of many items
   * has only the `project_id` of each.
   */
  readonly showsData?: (tx: Transaction, event: FormedKind) => Promise<boolean>
  /** Called when users are told of something that is no event. */
  readonly tell?: (told: ToldAlone) => void
  /** Called when an item has changed without an event: there is nothing to report, but an index may change. */
  readonly touch?: (type: 'asset' | 'project', id: string, accountId?: number) => void
  /**
   * Called between two units of one transaction, as events may have to be processed before the next unit changes the
   * data.
   */
  readonly flush?: (tx: Transaction) => Promise<void> | void
  /** Called once, as the last thing before the commit. */
  readonly finish: (tx: Transaction) => Promise<void> | void
}
