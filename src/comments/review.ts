import { Type } from '@sinclair/typebox'
import type { ReviewPart } from '../core/extension.js'
import { described } from '../http/schemas.js'

/** The number of comments on an asset, and of those that are not done. Replies do not count. */
export const commentReview: ReviewPart = {
  name: 'comments',
  schema: Type.Object({
    open: described(Type.Integer(), 'Number of comments that are not done.', 1),
    all: described(Type.Integer(), 'Number of all comments.', 3)
  }, { title: 'CommentCounts', description: 'Numbers of comments on the asset, without replies.' }),
  column: () => `(SELECT COUNT(CASE WHEN c.done THEN NULL ELSE 1 END) || ' ' || COUNT(*) FROM comments AS c
      WHERE c.item_id = i.id AND c.reply_to IS NULL)`,
  present (counts) {
    const [open, all] = counts!.split(' ').map(Number)
    return { open, all }
  },
  // Guests see the comments themselves, without internal ones.
  guests: null
}
