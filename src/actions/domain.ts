import type { Domain } from '../domain.js'
import { actionEvents } from './events.js'
import { followDeliveries } from './runs/deliveries.js'
import { actionStarter } from './runs/follow.js'
import { runRelease } from './runs/release.js'
import { Run } from './runs/schema.js'

export const actions: Domain = {
  name: 'actions',
  tables: ['actions', 'action_revisions', 'action_triggers', 'action_runs', 'action_steps', 'action_log'],
  things: { run: { schema: Run, guests: null } },
  events: actionEvents,
  follower: actionStarter,
  release: runRelease,
  deliveries: followDeliveries,
  pages: ['/actions', '/actions/:id', '/runs', '/runs/:id'],
  words: /\bactions\b|\baction_?(?:id|runs?|steps?|log|revisions?|triggers?)\b/i,
  // The command line has a function of this name; messages have a button.
  otherwise: /^cli\/|^mail\//
}
