import type { EventKind } from '../../core/events/forms.js'
import { itemTypes, type ItemType } from '../../core/item-type.js'
import { eventForms } from '../../domains.js'
import { MOST_ELEMENTS } from '../../http/rules.js'

export const KINDS_RULE = 'Must be an array of kinds of its type'

const NAMES: Readonly<Record<ItemType, RegExp>> = {
  asset: /^(?:INCOMING_|OUTGOING_)?ASSET_/,
  project: /^PROJECT_/
}

/** The kinds of events that start something: they are of an item that is there, and happen. */
const kinds: ReadonlyMap<unknown, ItemType> = new Map((Object.keys(eventForms) as EventKind[])
  .filter((kind) => !kind.endsWith('_PURGED'))
  .flatMap((kind) => itemTypes.filter((type) => NAMES[type].test(kind)).map((type) => [kind, type] as const)))

export const startingKinds = [...kinds.keys()] as EventKind[]

/** Whether all are kinds of events that may start an action of this type; without one, of any type. */
export function areKinds (sent: unknown, ofType: ItemType | null = null): sent is EventKind[] {
  return Array.isArray(sent) && sent.length <= MOST_ELEMENTS &&
    sent.every((kind) => kinds.has(kind) && (ofType === null || kinds.get(kind) === ofType))
}
