import { defineFailure } from '../errors.js'

export const ActionNotFound = defineFailure('ACTION_NOT_FOUND', 'Action not found', 404)
export const ActionDisabled = defineFailure('ACTION_DISABLED', 'Action is disabled', 200)
export const RunNotFound = defineFailure('RUN_NOT_FOUND', 'Run not found', 404)
export const RunOver = defineFailure('RUN_OVER', 'Run is over', 200)
export const RunNotFailed = defineFailure('RUN_NOT_FAILED', 'Run has not failed', 200)
export const StepOver = defineFailure<[status: string]>('STEP_OVER', 'Step is over: %s', 409)
export const NothingChosen = defineFailure('NOTHING_CHOSEN', 'Must have asset_ids, project_ids or search', 422)
