import { defineFailure } from '../errors.js'

export const ActionNotFound = defineFailure('ACTION_NOT_FOUND', 'Action not found', 404)
export const ActionDisabled = defineFailure('ACTION_DISABLED', 'Action is disabled', 200)
