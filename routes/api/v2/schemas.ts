import type { FastifyError } from 'fastify'
import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import { EXTERNAL_ID_TAKEN } from '#src/errors.js'
import { eventKinds } from '#src/core/events/kinds.js'
import { samples } from '#src/openapi/samples.js'
import { described, FailureReply, TextList, Nullable } from '#src/http/schemas.js'
import { assetColumns, projectColumns, schemasOf } from '#src/items/columns.js'

export { samples }

/** Common parts of answers. */

/** Answers of every route. src/openapi/conventions.ts adds those of methods. */
const common = {
  401: Type.Null({ description: 'The key is missing or not valid. The body is empty.' }),
  500: FailureReply
}

const forAdministrators = Type.Null({ description: `${common[401].description} Or its user is no administrator.` })

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
    description: `${description} Or refused, with the reason in \`error\`.`,
    examples
  }
}

const OkReply = orRefused(Type.Object({ ok: described(Type.String(), 'What was done.') }, { description: 'Done.' }))

/** A success with a sentence. */
export function done (text: string) {
  return { 200: { ...OkReply, examples: [{ ok: text }] } }
}

const text = Type.String()

export const Asset = Type.Object(schemasOf(assetColumns), { title: 'Asset' })
export const Project = Type.Object(schemasOf(projectColumns), { title: 'Project' })

/** Changes of tags, in place of a whole list. */
export const tagChanges = {
  add_tags: Type.Optional(described(
    { ...TextList, notWith: 'tags' },
    'Tags to add, `["approved"]`: new ones go to the end, and those that are there stay where they are. What others add at the same time stays as well. Not together with `tags`.'
  )),
  remove_tags: Type.Optional(described(
    { ...TextList, notWith: 'tags' },
    'Tags to take out, before others are added; one that is not there is no failure. Not together with `tags`.'
  ))
}

/** The errors of an update; empty after a success. */
export const UpdateErrors = described(
  Type.Object({
    external_id: Type.Optional(described(text, `Why the external id was not taken: \`${EXTERNAL_ID_TAKEN}\`.`))
  }),
  'Empty where the update was done. Otherwise nothing was changed.',
  {}
)

export const EventKindName = Type.Unsafe<string>({ type: 'string', enum: eventKinds, title: 'EventKind' })

export const HistoryTargets = described(
  Type.Object({
    asset_id: Type.Optional(described(text, 'The asset that it happened to.')),
    project_id: Type
      .Optional(described(text, 'The project that it happened to, or that the item was put into or taken out of.')),
    to_project_id: Type
      .Optional(described(text, 'The project under which the one in `project_id` was placed, or was before.')),
    user_id: Type.Optional(described(Type.Integer(), 'The user that it happened to.')),
    comment_id: Type.Optional(described(Type.Integer(), 'The comment that it is about.')),
    approval_id: Type.Optional(described(Type.Integer(), 'The approval that it is about.')),
    link_id: Type.Optional(described(Type.Integer(), 'The link by which a guest came.'))
  }, { additionalProperties: Type.Union([text, Type.Integer()]) }),
  'What it happened to, by kind of thing.',
  { asset_id: samples.assetId }
)

/** A history entry (section 2.7 of the contract). */
export const HistoryEntry = Type.Object({
  id: described(text, 'Id of the entry: a UUID, in order of time.', samples.entryId),
  account: described(text, 'Name of the account.', 'default'),
  event: described(EventKindName, 'What happened.', 'ASSET_ADDED'),
  severity: described(Type.Integer(), '1 for information, 2 for what was removed or purged, 3 for failures.', 1),
  targets: HistoryTargets,
  time: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  user_id: described(Type.Integer(), 'Who did it; 0 where nobody asked for it.', 1),
  fields: described(
    Nullable(Type.Array(text)),
    'The names of what an edit of the item changed; null in other entries, and in those from before this was kept.',
    null
  )
}, { title: 'HistoryEntry' })

export const HistoryReply = Type.Object({ history: Type.Array(HistoryEntry) }, {
  description: 'The entries, newest first.'
})
