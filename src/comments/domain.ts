import { SECOND_MS } from '../basics/units.js'
import type { Domain } from '../domain.js'
import { commentEvents } from './events.js'
import { commentLine } from './line.js'
import { COMMENTS_JOB, commentRelease, removeLeftComments } from './release.js'
import { commentReview } from './review.js'
import { Comment, commentOfGuests } from './schema.js'
import { commentTeller } from './tell.js'

/** The longest delay before a removal of a killed process resumes. */
const LEFTOVERS_MS = 5 * SECOND_MS

export const comments: Domain = {
  name: 'comments',
  tables: ['comments', 'comment_leftovers'],
  words: /comment/i,
  otherwise: /^(?:approvals\/schema|media\/analysis\/inside\/|media\/fetch\/web-page|media\/bundles\/zip-|outbound\/name-files|fields\/rich-text\/simplify)/,
  uses: ['attachments', 'links'],
  things: { comment: { schema: Comment, guests: commentOfGuests } },
  events: commentEvents,
  teller: commentTeller,
  release: commentRelease,
  review: commentReview,
  line: commentLine,
  jobs: (background) => [{ name: COMMENTS_JOB, intervalMs: LEFTOVERS_MS, run: removeLeftComments(background) }]
}
