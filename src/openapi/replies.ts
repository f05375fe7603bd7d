import type { TObject } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import { InternalError } from '../errors.js'
import { FailureReply } from '../http/schemas.js'
import { exampleFailures } from '../http/validation.js'
import { exampleOf } from './examples.js'
import type { StatedReply, Conventions } from './conventions.js'
import { isList, nextPageOf } from './paging.js'
import { toPlain, type PlainSchema } from './plain.js'

interface StatedFailure {
  readonly code?: string
  readonly message: string
}

const DESCRIPTIONS: Record<number, string> = {
  404: 'Something that the path or the body names does not exist, or belongs to another account.',
  422:
    'A parameter is missing or invalid. The error names the first missing parameter, or the first invalid one if none is missing.',
  500: 'The service failed. The request was not the cause. Nothing was changed.'
}

const REFUSED = 'The request is refused: `error` has the reason.'

/** All answers of a route: those of its schema, and those of its method. Links begin with `base`. */
export function describeReplies (
  schema: FastifySchema, conventions: Conventions, { url, base }: { url: string, base: string }
): Record<number, PlainSchema> {
  const stated = schema.response as Record<string, PlainSchema> | undefined ?? {}
  const statuses = new Set([...Object.keys(stated), ...Object.keys(conventions.replies)].map(Number))
  return Object.fromEntries([...statuses].sort((a, b) => a - b).map((status) => {
    const failures = [...stated[status]?.['x-failures'] as StatedFailure[] ?? [], ...failuresOfAll(status, schema)]
    const reply = describeReply(status, stated[status], conventions.replies[status], failures)
    if (status === 200) {
      reply.headers = {
        ...reply.headers as object,
        ...conventions.answered,
        ...(isList(schema) && { Link: nextPageOf(schema, url, base) })
      }
    }
    return [status, reply]
  }))
}

function describeReply (
  status: number, stated: PlainSchema | undefined, convention: StatedReply | undefined, failures: StatedFailure[]
): PlainSchema {
  if (stated?.content !== undefined) {
    const content = plainContent(stated.content as Record<string, { schema: PlainSchema }>)
    return { ...stated, content, ...(convention?.headers !== undefined && { headers: convention.headers }) }
  }
  const known = [...failures, ...convention?.failures ?? []]
  const headers = stated?.headers ?? convention?.headers
  const frame = {
    description: stated?.description ?? DESCRIPTIONS[status] ?? convention?.description ?? REFUSED,
    ...(headers !== undefined && { headers })
  }
  if (stated?.type === 'null' || (stated === undefined && known.length === 0)) return { type: 'null', ...frame }
  const plain = plainReply(stated ?? FailureReply)
  return { ...plain, ...frame, ...examplesOf(plain, known) }
}

function plainContent (content: Record<string, { schema: PlainSchema }>) {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) =>
      [type, media.schema.succeedsWith === undefined ? media : { ...media, schema: plainReply(media.schema) }])
  )
}

/** An answer that may be a failure with the same status is one of two. */
function plainReply (stated: PlainSchema): PlainSchema {
  const { properties, succeedsWith, examples } = stated
  if (succeedsWith === undefined) return toPlain(stated)
  const { error: _error, ...ofSuccess } = properties!
  const success = toPlain({ type: 'object', properties: ofSuccess, required: succeedsWith })
  return { oneOf: [success, toPlain(FailureReply)], examples: examples ?? [exampleOf(success)] }
}

/** Failures of every route, and those of its parameters. */
function failuresOfAll (status: number, { body, querystring }: FastifySchema): StatedFailure[] {
  if (status === 500) return [new InternalError()]
  if (status !== 422) return []
  if (body !== undefined) return exampleFailures(body as TObject, null)
  return querystring === undefined ? [] : exampleFailures(querystring as TObject, '0')
}

/** Named examples: `success`, `refused` for a second one, and the code of a failure. */
function examplesOf (plain: PlainSchema, failures: readonly StatedFailure[]): PlainSchema {
  const success = exampleOf(plain)
  const refused = plain.examples?.[1]
  const all = {
    ...(success !== undefined && { success: { value: success } }),
    ...(refused !== undefined && { refused: { value: refused } }),
    ...Object.fromEntries(failures.map(({ code, message }) => [code ?? message, { value: { error: message } }]))
  }
  return Object.keys(all).length === 0 ? {} : { examples: undefined, 'x-examples': all }
}
