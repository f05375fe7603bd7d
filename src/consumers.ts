import { changeLog } from './changes/append.js'
import type { Consumer } from './core/events/consumer.js'
import { searchIndexer } from './search/indexing.js'
import { webhookOutbox } from './webhooks/outbox/outbox.js'

/**
 * Who makes something of what happens, in the transaction in which it happens. Whatever writes items, the service or
 * the operator's command, opens its door for writes with this list.
 */
export const consumers: readonly Consumer[] = [webhookOutbox, searchIndexer, changeLog]

/** Those that older versions know nothing of: what these write is handed to them later (src/repairs/). */
export const laterConsumers: readonly Consumer[] = [searchIndexer, changeLog]
