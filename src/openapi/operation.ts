import type { TObject } from '@sinclair/typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import { NoParameters } from '../http/schemas.js'
import { exampleOf } from './examples.js'
import { conventionsOf } from './conventions.js'
import { isList, pagingOf } from './paging.js'
import { toPlain, type PlainSchema } from './plain.js'
import { describeReplies } from './replies.js'
import type { Tag } from './tags.js'
import { beginsWithVerb } from './verbs.js'

/** Parts of an operation that are documented and not checked. */
export interface Documented {
  readonly querystring?: TObject
  readonly headers?: TObject
  /** Streamed bodies by content type. */
  readonly bodies?: Readonly<Record<string, PlainSchema>>
  /** The documentation of HEAD. Without it, HEAD is left out. */
  readonly head?: { readonly operationId: string, readonly summary: string, readonly description: string }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    documented?: Documented
  }
}

export interface RouteDescription {
  readonly schema?: FastifySchema
  readonly url: string
  readonly route: Pick<RouteOptions, 'method' | 'config' | 'handler'>
}

/**
 * Documents a route: its own schema, and the conventions of its method. Adds its chapter to `tags`. Links begin with
 * `base`.
 */
export function describeOperation (
  { schema: { tag, ...schema } = {}, url, route }: RouteDescription, { tags, base }: { tags: Set<Tag>, base: string }
) {
  const { public: isPublic = false, shared, ofRun, deprecated, documented = {} } = route.config ?? {}
  const method = [route.method].flat()[0]!
  const isHead = method === 'HEAD'
  if (schema.hide === true || (isHead && documented.head === undefined)) return { url, schema: { hide: true } }
  if (tag === undefined) throw new TypeError(`${method} ${url} needs a \`tag\` in its schema, or \`hide: true\``)
  tags.add(tag)
  const conventions = conventionsOf(method, route.config ?? {})
  const replies = describeReplies(schema, conventions, { url, base })
  const described = {
    operationId: route.handler.name,
    tags: [tag.name],
    ...schema,
    ...(isHead && documented.head),
    ...parametersOf(schema, url, documented.querystring),
    ...(documented.bodies !== undefined && { body: { content: contentOf(documented.bodies) } }),
    headers: { type: 'object', properties: { ...conventions.headers, ...documented.headers?.properties } },
    response: isHead ? withoutBodies(replies) : replies,
    ...((isPublic || shared !== undefined || ofRun === true) && { security: [] }),
    ...(deprecated !== undefined && { deprecated: true })
  }
  const { operationId } = described as { operationId: string }
  if (!beginsWithVerb(operationId)) {
    throw new TypeError(`${operationId} of ${method} ${url} must begin with one of the verbs in src/openapi/verbs.ts`)
  }
  return { url: url.replace(/(?<=.)\/$/, ''), schema: described as FastifySchema }
}

function parametersOf (schema: FastifySchema, url: string, documented?: TObject) {
  const { params, querystring = documented, body } = schema
  return {
    ...(params !== undefined && { params: toPlain(params as object) }),
    ...(querystring !== undefined &&
      { querystring: isList(schema) ? pagingOf(schema, url) : toPlain(querystring as object) }),
    ...(body !== undefined && body !== NoParameters && { body: bodyOf(body as object) })
  }
}

function bodyOf (schema: object) {
  const plain = toPlain(schema)
  const example = exampleOf(plain)
  return example === undefined ? plain : { ...plain, examples: [example] }
}

/** Bodies by content type, in the form of the document. */
function contentOf (schemas: Readonly<Record<string, PlainSchema>>) {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]))
}

function withoutBodies (replies: Record<number, PlainSchema>): Record<number, PlainSchema> {
  return Object.fromEntries(
    Object.entries(replies).map(([status, { description, headers }]) => [status, { type: 'null', description, headers }])
  )
}
