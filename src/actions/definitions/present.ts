import { readFilter } from './filter.js'
import { readForm } from './form.js'
import type { ActionRow } from './rows.js'
import { readSteps } from './steps.js'

export const NO_ADMINISTRATOR = 'Its user is no administrator'

/** The action as administrators see it. */
export function presentAction (row: ActionRow) {
  return {
    ...presentStartable(row),
    filter: readFilter(row.filter),
    trigger_events: JSON.parse(row.trigger_events) as string[],
    steps: readSteps(row.steps)
  }
}

/** The action as those see it who may start it. */
export function presentStartable (row: ActionRow) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    parameters: readForm(row.parameters),
    role: row.role,
    parallel: row.parallel,
    disabled: Boolean(row.disabled),
    starts_skipped: row.starts_skipped,
    user_id: row.user_id,
    error: row.by_administrator === 1 ? null : NO_ADMINISTRATOR,
    created_at: row.created_at,
    updated_at: row.updated_at
  }
}
