import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import { GUEST_TARGET } from '#src/core/events/kinds.js'
import { eventForms } from '#src/domains.js'
import { described } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { samples } from '#src/openapi/samples.js'

/** The things that `data` may show, as the API showed them at that moment. */
export const things = Object.assign({}, ...Object.values(eventForms).map(({ data }) => data)) as TProperties

/** What every event may have. */
const ofAny = {
  run_id: Type.Optional(described(Type.String(), descriptions.runOfEvent, samples.cohortId)),
  [GUEST_TARGET]: Type.Optional(described(Type.Integer(), descriptions.linkOfGuest, 1))
}

/** The bodies of webhooks, one for each kind of event. `payload` has what all of them have. */
export function eventSchemas ({ properties: { test, ...common } }: TObject): TSchema[] {
  return Object.entries(eventForms).map(([kind, { targets, data, oneOf }]) => Type.Object({
    ...common,
    ...kind === 'NOTIFICATION_ADDED' && { test: test! },
    type: described(Type.Literal(kind), descriptions.eventKind),
    event: described(Type.Literal(kind), descriptions.sameAsType),
    targets: Type.Object({ ...ofAny, ...targets }, oneOf && { anyOf: oneOf.map((name) => ({ required: [name] })) }),
    data: Type.Optional(dataOf(data))
  }, { title: titleOf(kind) }))
}

function dataOf (shown: TProperties): TSchema {
  const description = Object.keys(shown).length === 0
    ? 'Empty object.'
    : 'The affected objects, as the API presented them at that moment. Absent if the body would be larger than 256 KiB.'
  return Type.Object(shown, { description })
}

/** The name of its schema: `AssetAddedEvent`. */
function titleOf (kind: string): string {
  return `${kind.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`
}
