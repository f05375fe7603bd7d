import { changeLog } from './changes/append.js'
import type { Consumer } from './core/events/consumer.js'
import type { ReasonKind, Teller } from './core/events/teller.js'
import { domains } from './domains.js'
import { createNotifier } from './notifications/follow.js'
import { searchIndexer } from './search/indexing.js'
import { webhookOutbox } from './webhooks/outbox/outbox.js'
import { webhookTeller } from './webhooks/subscriptions/tell.js'

/** Who tells users of events. The first reason counts. */
export const tellers: readonly Teller[] = [...domains.flatMap(({ teller }) => teller ?? []), webhookTeller]

/** Why users are told, in the order in which reasons count. */
export const reasonKinds = tellers.flatMap(({ sentences }) => Object.keys(sentences) as ReasonKind[])

/**
 * The consumers of events. They write within the transaction of the event, in this order. Both the service and the
 * operator's command make their `transact` with this list.
 */
export const consumers: readonly Consumer[] = [
  createNotifier(tellers),
  ...domains.flatMap(({ follower }) => follower ?? []),
  webhookOutbox,
  searchIndexer,
  changeLog
]
