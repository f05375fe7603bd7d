import { MINUTE_MS } from '../basics/units.js'
import type { Domain } from '../domain.js'
import { APPROVALS_JOB, noteEnds } from './ends.js'
import { approvalEvents } from './events.js'
import { approvalRelease, approvalReset } from './follow.js'
import { Approval, approvalOfGuests } from './schema.js'
import { approvalReview, approvalSearch } from './search.js'
import { approvalTeller } from './tell.js'

export const approvals: Domain = {
  name: 'approvals',
  tables: ['approvals'],
  words: /approv/i,
  uses: ['links'],
  things: { approval: { schema: Approval, guests: approvalOfGuests } },
  events: approvalEvents,
  teller: approvalTeller,
  follower: approvalReset,
  release: approvalRelease,
  search: approvalSearch,
  review: approvalReview,
  jobs: (background) => [{ name: APPROVALS_JOB, intervalMs: MINUTE_MS, run: noteEnds(background) }]
}
