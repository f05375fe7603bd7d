import type { FastifyError } from 'fastify'
import { Type, type TSchema } from '@sinclair/typebox'
import { EXTERNAL_ID_TAKEN } from '../../../src/errors.js'
import { eventKinds } from '../../../src/events/kinds.js'
import { described, FailureReply, Nullable } from '../../../src/http/schemas.js'

/** What answers have in common, and how a route states them. */

/** Values for the examples of the API document, so that they fit together. */
export const samples = {
  assetId: '019bc0fe-a498-7981-a37a-3def0524ae0e',
  projectId: '019bc0fd-89c0-77f1-ac1d-340e37158276',
  parentProjectId: '019bc0fd-1e10-7b02-91c4-7b6f0d1f2a55',
  subprojectId: '019bc0fe-25d8-7c3a-9e41-6f0b7a2d8c95',
  entryId: '019bc0ff-fcc5-7ce9-a2cf-7b47d9324b80',
  earlierEntryId: '019bc0fd-89c1-7d20-8f5e-2b9a64c7e013',
  attemptId: '019bc100-5d62-7bae-a058-a6b9cc33ab73',
  fileId: '019bc101-2f4e-7c11-9b6a-5d0e8f3a7c42',
  email: 'admin@example.com',
  externalId: 'MAM-20260115-7',
  projectExternalId: 'MAM-20260115-2',
  expires: 1768473072,
  signature: 'N_s-cZnnWbLxQ98X7kK2izjvGlrADqub6gHIsiI3uPY',
  seconds: '2026-01-15T09:31:12Z',
  laterSeconds: '2026-01-15T11:02:45Z',
  milliseconds: '2026-01-15T09:31:12.408Z',
  asset: { title: 'Interview, day 1', description: 'Interview with the director', category: 'interview', tags: ['raw', '4k'] },
  project: { title: 'Documentary', description: 'Ninety minutes for the festival', category: 'film', tags: ['2026'] }
}

/** What was asked for is done; or it was refused with a status of 200, as the contract has it for some failures. */
export const OkReply = Type.Object({
  ok: Type.Optional(described(Type.String(), 'What was done. Absent where `error` is there.')),
  error: Type.Optional(described(Type.String(), 'Why nothing was done. Absent where `ok` is there.'))
}, { description: 'Done; or refused, with the reason in `error`.' })

/** What every route may answer. The API document adds what depends on the method: src/http/openapi/manners.ts. */
const common = {
  401: Type.Null({ description: 'The key is missing or not valid. The body is empty.' }),
  500: FailureReply
}

type Replies<Own> = Own & typeof common & { 400: typeof FailureReply, 404: typeof FailureReply, 422: typeof FailureReply }

/**
 * The answers of a route: its own, and the failures of src/errors.ts that it may throw, each made with the values of an example.
 * The document gets the status and the exact text from them. What every route may answer need not be named.
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

/** An answer of 200 that says what was done. */
export function done (text: string) {
  return { 200: { ...OkReply, examples: [{ ok: text }] } }
}

const text = Type.String()

/** The fields that assets and projects have in common, in the contract's order around those that only one of them has. */
const head = (kind: 'asset' | 'project') => ({
  id: described(text, `Id of the ${kind}: opaque, and in order of creation.`, kind === 'asset' ? samples.assetId : samples.projectId),
  external_id: described(Nullable(text), `What another system calls the ${kind}. Set by an update; unique in the account.`, kind === 'asset' ? samples.externalId : samples.projectExternalId),
  project_id: described(Nullable(text), `The project that the ${kind} is in.`, kind === 'asset' ? samples.projectId : samples.parentProjectId)
})
const words = (kind: 'asset' | 'project', mediaType: string, example: string) => ({
  owner: described(text, 'E-mail of the user who created it.', samples.email),
  description: described(text, 'Empty where none was given.', samples[kind].description),
  title: described(text, 'What people call it.', samples[kind].title),
  category: described(text, 'Empty where none was given.', samples[kind].category),
  tags: described(Type.Array(text), 'In the order in which they were sent.', samples[kind].tags),
  media_type: described(text, mediaType, example)
})
const dates = {
  modification_date: described(text, 'When something of it last changed: ISO 8601, UTC, to the second.', samples.seconds),
  created_date: described(text, 'ISO 8601, UTC, to the second.', samples.seconds),
  status: described(text, 'The state of the work on it.', 'open')
}
const deleted = described(Type.Boolean(), 'Whether it is in the trash bin.', false)

export const Asset = Type.Object({
  ...head('asset'),
  parent_asset_id: described(Nullable(text), 'The asset that this one was made from.', null),
  ...words('asset', '`placeholder` until media is attached, then `live`.', 'placeholder'),
  ...dates,
  original_filename: described(Nullable(text), 'Name of the attached file.', null),
  deleted
}, { title: 'Asset' })

export const Project = Type.Object({
  ...head('project'),
  ...words('project', 'Always `project`.', 'project'),
  ...dates,
  deleted
}, { title: 'Project' })

/** The errors of an update: empty where it was done. */
export const UpdateErrors = described(
  Type.Object({ external_id: Type.Optional(described(text, `Why the external id was not taken: \`${EXTERNAL_ID_TAKEN}\`.`)) }),
  'Empty where the update was done. Otherwise nothing was changed.', {})

export const EventKindName = Type.Unsafe<string>({ type: 'string', enum: eventKinds, title: 'EventKind' })

export const HistoryTargets = described(Type.Object({
  asset_id: Type.Optional(described(text, 'The asset that it happened to.')),
  project_id: Type.Optional(described(text, 'The project that it happened to, or that the item was put into or taken out of.')),
  to_project_id: Type.Optional(described(text, 'The project under which the one in `project_id` was placed, or was before.')),
  user_id: Type.Optional(described(Type.Integer(), 'The user that it happened to.'))
}, { additionalProperties: Type.Union([text, Type.Integer()]) }), 'What it happened to, by kind of thing.', { asset_id: samples.assetId })

/** The history entry of section 2.7 of the contract. */
export const HistoryEntry = Type.Object({
  id: described(text, 'Id of the entry: a UUID, in order of time.', samples.entryId),
  account: described(text, 'Name of the account.', 'default'),
  event: described(EventKindName, 'What happened.', 'ASSET_ADDED'),
  severity: described(Type.Integer(), '1 for information, 2 for what was removed or purged, 3 for failures.', 1),
  targets: HistoryTargets,
  time: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  user_id: described(Type.Integer(), 'Who did it; 0 where nobody asked for it.', 1)
}, { title: 'HistoryEntry' })

export const HistoryReply = Type.Object({ history: Type.Array(HistoryEntry) }, { description: 'The entries, newest first.' })
