import { defineFailure } from '../errors.js'

export const CommentNotFound = defineFailure('COMMENT_NOT_FOUND', 'Comment not found', 404)
export const NoFrameRate = defineFailure('NO_FRAME_RATE', 'Asset has no frame rate', 200)
/** Users by their ids, and by their groups. */
export const TooManyMentioned = defineFailure<[most: number]>(
  'TOO_MANY_MENTIONED', 'Must not mention more than %s users', 200
)
