import type { TObject, TSchema } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import { parametersOf } from '../http/list.js'
import { nameOf, writeCursor, type Position } from '../http/list/position.js'
import { nextUrl } from '../http/next-page.js'
import { exampleOf } from './examples.js'
import { toPlain, type PlainSchema } from './plain.js'

const LIMIT = 100

export function isList ({ querystring }: FastifySchema): boolean {
  return (querystring as TObject | undefined)?.properties.cursor !== undefined
}

/** The parameters of a list, with realistic examples. */
export function pagingOf (schema: FastifySchema, url: string): PlainSchema {
  const query = toPlain(schema.querystring as object)
  const { limit, cursor } = query.properties!
  return {
    ...query,
    properties: {
      ...query.properties,
      limit: { ...limit, examples: [LIMIT] },
      cursor: { ...cursor, examples: [writeCursor(endOf(schema, url))] }
    }
  }
}

/** The `Link` header of a list's example. Its URL begins with `base`. */
export function nextPageOf (schema: FastifySchema, url: string, base: string): PlainSchema {
  const params = paramsOf(schema)
  const path = url.replace(/\/$/, '').replace(/:(\w+)/g, (_, name: string) => params[name]!)
  return {
    type: 'string',
    description:
      'URL of the next page. Absent on the last page. The URL is absolute if the service knows its own URL (`PUBLIC_URL`). Otherwise it can be relative, a path without a host: resolve it against the URL of the request.',
    examples: [`<${base}${nextUrl(path, parametersOf(LIMIT, endOf(schema, url)))}>; rel="next"`]
  }
}

/** The path parameters of the example. */
function paramsOf ({ params }: FastifySchema): Record<string, string> {
  const properties = Object.entries((params as TObject | undefined)?.properties ?? {})
  return Object.fromEntries(properties.map(([name, schema]) => [name, String(exampleOf(toPlain(schema)))]))
}

/**
 * The position after the example of a list. Its elements are ids, or have an `id`, unless the schema names another key.
 */
function endOf (schema: FastifySchema, url: string): Position {
  const reply = (schema.response as Record<number, TSchema>)[200]!
  const start = { list: nameOf(url, paramsOf(schema)), sectionIndex: 0 }
  if (reply.pageEndsAt !== undefined) return { ...start, after: reply.pageEndsAt }
  const [elements] = Object.values(exampleOf(toPlain(reply)) as Record<string, unknown[]>)
  const last = elements!.at(-1) as string | { id: string | number }
  return { ...start, after: String(typeof last === 'string' ? last : last.id) }
}
