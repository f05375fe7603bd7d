import type { Domain } from '../domain.js'

export const actions: Domain = {
  name: 'actions',
  tables: ['actions', 'action_revisions', 'action_triggers', 'action_runs', 'action_steps', 'action_log'],
  words: /\bactions\b|\baction_?(?:id|runs?|steps?|log|revisions?|triggers?)\b/i,
  // The command line has a function of this name; messages have a button.
  otherwise: /^cli\/|^mail\//
}
