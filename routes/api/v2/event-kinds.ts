import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import type { EventKind } from '#src/core/events/forms.js'
import { eventKinds } from '#src/domains.js'
import { MOST_ELEMENTS } from '#src/http/rules.js'

/** The rule of lists of event kinds. */
export const EVENTS_RULE = `Must be an array of [${eventKinds.map((kind) => `"${kind}"`).join(', ')}]`
const kinds = new Set<unknown>(eventKinds)
const isKindList = (value: unknown): value is EventKind[] =>
  Array.isArray(value) && value.every((kind) => kinds.has(kind))
TypeRegistry.Set('EventKinds', (_schema, value) => isKindList(value) && value.length <= MOST_ELEMENTS)

/** Event kinds. Duplicates are kept. */
export const EventKinds = Type.Unsafe<EventKind[]>({
  [Kind]: 'EventKinds',
  type: 'array',
  items: { type: 'string', enum: eventKinds, title: 'EventKind' },
  maxItems: MOST_ELEMENTS,
  wrongType: EVENTS_RULE,
  ruleOf: (value: unknown) =>
    isKindList(value) && value.length > MOST_ELEMENTS
      ? `${EVENTS_RULE} of at most ${MOST_ELEMENTS} elements`
      : undefined
})
