import { approvalReset } from './approvals/follow.js'
import { changeLog } from './changes/append.js'
import type { Consumer } from './core/events/consumer.js'
import { notifier } from './notifications/follow.js'
import { searchIndexer } from './search/indexing.js'
import { webhookOutbox } from './webhooks/outbox/outbox.js'

/**
 * The consumers of events. They write within the transaction of the event. Both the service and the operator's command
 * make their `transact` with this list.
 */
export const consumers: readonly Consumer[] = [
  notifier,
  approvalReset,
  webhookOutbox,
  searchIndexer,
  changeLog
]
