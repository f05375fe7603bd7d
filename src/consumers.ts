import { approvalReset } from './approvals/follow.js'
import { approvalTeller } from './approvals/tell.js'
import { changeLog } from './changes/append.js'
import { commentTeller } from './comments/tell.js'
import type { Consumer } from './core/events/consumer.js'
import type { Teller } from './core/events/teller.js'
import { linkTeller } from './links/tell.js'
import { createNotifier } from './notifications/follow.js'
import { searchIndexer } from './search/indexing.js'
import { webhookOutbox } from './webhooks/outbox/outbox.js'
import { webhookTeller } from './webhooks/subscriptions/tell.js'

/** The domains that tell users of their events. The first reason counts. */
export const tellers: readonly Teller[] = [
  commentTeller,
  linkTeller,
  approvalTeller,
  webhookTeller
]

/**
 * The consumers of events. They write within the transaction of the event. Both the service and the operator's command
 * make their `transact` with this list.
 */
export const consumers: readonly Consumer[] = [
  createNotifier(tellers),
  approvalReset,
  webhookOutbox,
  searchIndexer,
  changeLog
]
