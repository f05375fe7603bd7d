import { defineFailure } from '../errors.js'

export const AttachmentNotFound = defineFailure('ATTACHMENT_NOT_FOUND', 'Attachment not found', 404)
