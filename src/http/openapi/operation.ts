import type { FastifySchema, RouteOptions } from 'fastify'
import { exampleOf } from './examples.js'
import { mannersOf } from './manners.js'
import { toPlain } from './plain.js'
import { describeReplies } from './replies.js'
import { tagOf } from './tags.js'

/** Paths that work and that nobody is told of: the contract's headings spell two of its paths in another way. */
const ALIASES = /\/trashbin$|\/fields_group(\/|$)/

export interface RouteDescription {
  readonly schema?: FastifySchema & { summary?: string }
  readonly url: string
  readonly route: Pick<RouteOptions, 'method' | 'config' | 'handler'>
}

/** What the API document says of a route: what its own schema says, and what holds for every route with its method. */
export function describeOperation ({ schema = {}, url, route }: RouteDescription) {
  const isPublic = route.config?.public === true
  if (ALIASES.test(url) || (isPublic && schema.summary === undefined)) return { url, schema: { hide: true } }
  const manners = mannersOf([route.method].flat()[0]!, isPublic)
  const described = {
    operationId: route.handler.name,
    tags: [tagOf(url)],
    ...schema,
    ...parametersOf(schema),
    headers: { type: 'object', properties: manners.headers },
    response: describeReplies(schema, manners, url),
    ...(isPublic && { security: [] })
  }
  return { url: url.replace(/(?<=.)\/$/, ''), schema: described as FastifySchema }
}

function parametersOf ({ params, querystring, body }: FastifySchema) {
  return {
    ...(params !== undefined && { params: toPlain(params as object) }),
    ...(querystring !== undefined && { querystring: toPlain(querystring as object) }),
    ...(body !== undefined && { body: bodyOf(body as object) })
  }
}

function bodyOf (schema: object) {
  const plain = toPlain(schema)
  const example = exampleOf(plain)
  return example === undefined ? plain : { ...plain, examples: [example] }
}
