import { actions } from './actions/domain.js'
import { approvals } from './approvals/domain.js'
import { attachments } from './attachments/domain.js'
import { avatars } from './avatars/domain.js'
import { collections } from './collections/domain.js'
import { comments } from './comments/domain.js'
import type { Domain } from './domain.js'
import { dropFolders } from './drop-folders/domain.js'
import { ejects } from './ejects/domain.js'
import type { EventForm, EventKind } from './core/events/forms.js'
import { contractKinds } from './core/events/kinds.js'
import { favorites } from './favorites/domain.js'
import { fieldEvents } from './fields/events.js'
import { groupEvents } from './groups/events.js'
import { itemEvents } from './items/events.js'
import { links } from './links/domain.js'
import { mediaEvents } from './media/events.js'
import { userEvents } from './members/events.js'
import { notifications } from './notifications/domain.js'
import { publications } from './publications/domain.js'

/**
 * The domains, in the order of the reasons for which users are told, of the filters of searches, and of the parts of
 * lines. Without its line here, and its folder, a domain is gone.
 */
export const domains: readonly Domain[] = [
  collections, comments, links, approvals, favorites, attachments, publications, notifications, avatars, actions,
  dropFolders, ejects
]

/** The events that happen, with their forms: those of the contract's core, then those of the domains. */
export const eventForms: Readonly<Partial<Record<EventKind, EventForm>>> = Object.assign(
  {}, itemEvents, mediaEvents, fieldEvents, userEvents, groupEvents, ...domains.map(({ events }) => events)
)

/** Every kind of event: those of the contract, in its order, then those that domains add. */
export const eventKinds: readonly EventKind[] =
  [...new Set([...contractKinds, ...Object.keys(eventForms) as EventKind[]])]
