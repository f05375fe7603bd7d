import { Type } from '@sinclair/typebox'
import { Nullable } from '../../../src/http/schemas.js'

/** What answers have in common. */

export const FailureReply = Type.Object({ error: Type.String() })

/** What was asked for is done; or it was refused with a status of 200, as the contract has it for some failures. */
export const OkReply = Type.Object({ ok: Type.Optional(Type.String()), error: Type.Optional(Type.String()) })

const refusals = {
  400: FailureReply,
  401: Type.Null({ description: 'The key is missing or not valid. The body is empty.' }),
  404: FailureReply,
  413: FailureReply,
  415: FailureReply,
  422: FailureReply,
  500: FailureReply
}

/** The answers of a route: its own, and the refusals that every route may give. */
export function replies<Own extends object> (own: Own) {
  return { ...refusals, ...own }
}

const text = Type.String()

/** The fields that assets and projects have in common, in the contract's order around those that only one of them has. */
const head = { id: text, external_id: Nullable(text), project_id: Nullable(text) }
const words = { owner: text, description: text, title: text, category: text, tags: Type.Array(text), media_type: text }
const dates = { modification_date: text, created_date: text, status: text }

export const Asset = Type.Object({
  ...head,
  parent_asset_id: Nullable(text),
  ...words,
  ...dates,
  original_filename: Nullable(text),
  deleted: Type.Boolean()
})

export const Project = Type.Object({ ...head, ...words, ...dates, deleted: Type.Boolean() })

/** The errors of an update: empty where it was done. */
export const UpdateErrors = Type.Object({ external_id: Type.Optional(text) })
