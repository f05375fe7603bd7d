import type { FastifyError } from 'fastify'
import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import { EXTERNAL_ID_TAKEN } from '#src/errors.js'
import { eventForms, eventKinds } from '#src/domains.js'
import { samples } from '#src/openapi/samples.js'
import { described, FailureReply, TextList, Nullable } from '#src/http/schemas.js'
import { Asset, Project } from '#src/items/schema.js'
import { descriptions } from '#src/openapi/descriptions.js'

export { Asset, Project, samples }

/** Common parts of answers. */

/** Answers of every route. src/openapi/conventions.ts adds those of methods. */
const common = {
  401: Type.Null({ description: 'The key is missing or invalid. The body is empty.' }),
  500: FailureReply
}

const forAdministrators = Type.Null({ description: `${common[401].description} The same answer is sent if the user is not an administrator.` })

type Replies<Own> = Own & typeof common & {
  400: typeof FailureReply
  404: typeof FailureReply
  422: typeof FailureReply
}

/**
 * The answers of a route: its own, and the failures that it may throw, each made with example values, from which the
 * document takes status and text. Answers of every route are left out.
 */
export function replies<Own extends Record<number, TSchema>> (own: Own, ...failures: FastifyError[]): Replies<Own> {
  const stated: Record<number, TSchema> = { ...common, 422: FailureReply, ...own }
  for (const failure of failures) {
    const { statusCode = 500, code, message } = failure
    const schema = stated[statusCode] ?? FailureReply
    stated[statusCode] = { ...schema, 'x-failures': [...(schema['x-failures'] ?? []), { code, message }] }
  }
  return stated as unknown as Replies<Own>
}

/** The same for routes of administrators. */
export function adminReplies<Own extends Record<number, TSchema>> (
  own: Own, ...failures: FastifyError[]
): Replies<Own> {
  return { ...replies(own, ...failures), 401: forAdministrators }
}

/**
 * An answer, or a refusal with status 200. The API document has them as alternatives; one schema serialises faster.
 */
export function orRefused<Properties extends TProperties> (
  { properties, required = [], description, examples }: TObject<Properties>
) {
  const { error } = FailureReply.properties
  const either = Type.Partial(Type.Object({ ...properties, error } as Properties & { error: typeof error }))
  return {
    ...either,
    succeedsWith: required,
    description: `${description} If the request is refused, \`error\` has the reason.`,
    examples
  }
}

const OkReply = orRefused(Type.Object({ ok: described(Type.String(), descriptions.ok) }, { description: 'The request was done.' }))

/** A success with a sentence. */
export function done (text: string) {
  return { 200: { ...OkReply, examples: [{ ok: text }] } }
}

const text = Type.String()

/** Changes of tags, in place of a whole list. */
export const tagChanges = {
  add_tags: Type.Optional(described(
    { ...TextList, notWith: 'tags' },
    'Tags to add, such as `["approved"]`. New tags go to the end; existing tags keep their places. Tags that others add at the same time are kept, too. Not allowed together with `tags`.'
  )),
  remove_tags: Type.Optional(described(
    { ...TextList, notWith: 'tags' },
    'Tags to remove, before others are added. A tag that the item does not have is ignored. Not allowed together with `tags`.'
  ))
}

/** The errors of an update; empty after a success. */
export const UpdateErrors = described(
  Type.Object({
    external_id: Type.Optional(described(text, `Reason why the external id was refused: \`${EXTERNAL_ID_TAKEN}\`.`))
  }),
  'Errors by property. Empty if the update was done; otherwise nothing was changed.',
  {}
)

export const EventKindName = Type.Unsafe<string>({ type: 'string', enum: eventKinds, title: 'EventKind' })

const targets = Object.assign({}, ...Object.values(eventForms).map((form) => form.targets)) as TProperties

export const HistoryTargets = described(
  Type.Object(
    Object.fromEntries(Object.entries(targets).map(([name, schema]) => [name, Type.Optional(schema)])),
    { additionalProperties: Type.Union([text, Type.Integer()]) }
  ),
  'Ids of the affected objects, by their kind.',
  { asset_id: samples.assetId }
)

/** A history entry (section 2.7 of the contract). */
export const HistoryEntry = Type.Object({
  id: described(text, 'Id of the entry: a UUID that sorts by time.', samples.entryId),
  account: described(text, descriptions.accountName, 'default'),
  event: described(EventKindName, descriptions.eventKind, 'ASSET_ADDED'),
  severity: described(Type.Integer(), descriptions.severity, 1),
  targets: HistoryTargets,
  time: described(text, descriptions.eventTime, samples.milliseconds),
  user_id: described(Type.Integer(), descriptions.actor, 1),
  fields: described(
    Nullable(Type.Array(text)),
    'Names of the properties that an edit of the item changed; null in all other entries, and in entries that are older than this property.',
    null
  )
}, { title: 'HistoryEntry' })

export const HistoryReply = Type.Object({ history: Type.Array(HistoryEntry) }, {
  description: descriptions.historyReply
})
