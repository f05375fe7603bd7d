import type { Release } from './core/release.js'
import { domains } from './domains.js'
import { externalIdRelease } from './external-ids/claims.js'
import { fieldValueRelease } from './fields/values/remove-values.js'
import { leaveAllGroups } from './groups/users.js'
import { ownerRelease } from './items/of-removed.js'
import { mediaRelease } from './media/housekeeping/release.js'
import { uploadRelease } from './media/uploads/of-user.js'
import { memberRelease } from './members/of-removed.js'
import { thumbnailRelease } from './projects/thumbnails.js'
import { importRelease } from './transfer/import/imports.js'
import { webhookRelease } from './webhooks/subscriptions/disable.js'

/**
 * Those who keep something for items, and release it when these are deleted for good, and those that end what a user
 * has begun when the user is disabled (`ofUser`), or give away what a removed one leaves (`ofRemoved`). Every
 * `transact` is made with this list.
 */
export const releases: readonly Release[] = [
  externalIdRelease,
  fieldValueRelease,
  mediaRelease,
  webhookRelease,
  memberRelease,
  ...domains.flatMap(({ release }) => release ?? []),
  uploadRelease,
  importRelease,
  ownerRelease,
  thumbnailRelease,
  { ofRemoved: { atOnce: leaveAllGroups } }
]
