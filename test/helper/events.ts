import type { FormedKind } from '#src/core/events/forms.js'
import type { EventDraft, Targets } from '#src/core/events/record.js'

/** An event with less than it has when a domain records it. */
export function partOfEvent (event: FormedKind, targets: Targets = {}, more: object = {}): EventDraft {
  return { event, targets, ...more } as EventDraft
}
