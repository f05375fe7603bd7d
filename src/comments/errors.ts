import { defineFailure } from '../errors.js'

export const CommentNotFound = defineFailure('COMMENT_NOT_FOUND', 'Comment not found', 404)
export const NoFrameRate = defineFailure('NO_FRAME_RATE', 'Asset has no frame rate', 200)
