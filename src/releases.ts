import { approvalRelease } from './approvals/follow.js'
import { attachmentRelease } from './attachments/follow.js'
import { collectionRelease } from './collections/release.js'
import { commentRelease } from './comments/release.js'
import type { Release } from './core/release.js'
import { externalIdRelease } from './external-ids/claims.js'
import { favoriteRelease } from './favorites/favorites.js'
import { fieldValueRelease } from './fields/values/remove-values.js'
import { linkRelease } from './links/release.js'
import { mediaRelease } from './media/housekeeping/release.js'
import { notificationRelease } from './notifications/release.js'
import { webhookRelease } from './webhooks/subscriptions/disable.js'

/**
 * The domains that keep something for items, and release it when these are deleted for good. Every `transact` is made
 * with this list.
 */
export const releases: readonly Release[] = [
  externalIdRelease,
  fieldValueRelease,
  mediaRelease,
  webhookRelease,
  collectionRelease,
  attachmentRelease,
  commentRelease,
  linkRelease,
  approvalRelease,
  favoriteRelease,
  notificationRelease
]
