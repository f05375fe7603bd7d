import { defineFailure } from '../errors.js'

export const ApprovalNotFound = defineFailure('APPROVAL_NOT_FOUND', 'Approval not found', 404)
