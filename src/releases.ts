import type { Release } from './core/release.js'
import { externalIdRelease } from './external-ids/claims.js'
import { fieldValueRelease } from './fields/values/remove-values.js'
import { mediaRelease } from './media/housekeeping/release.js'
import { webhookRelease } from './webhooks/subscriptions/disable.js'

/**
 * Who keeps something for items, and gives it up when they are deleted for good. Whoever deletes items opens the door
 * for writes with this list.
 */
export const releases: readonly Release[] = [externalIdRelease, fieldValueRelease, mediaRelease, webhookRelease]
