import type { ApiDocument } from './parts.js'

type Json = Record<string, unknown>

/**
 * The API document as OpenAPI 3.0 for the docs page, whose library takes twice as long over 3.1. It leaves out
 * webhooks. Requests go to the address of the page, which may not be PUBLIC_URL.
 */
export function docsView ({ webhooks: _webhooks, info, ...document }: ApiDocument, path: string): Json {
  const { summary: _summary, license: _license, ...kept } = info as Json
  return {
    ...rewrite(document) as Json,
    openapi: '3.0.3',
    info: kept,
    servers: [{ url: path === '' ? '/' : path, description: 'This service' }]
  }
}

function rewrite (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite)
  if (typeof value !== 'object' || value === null) return value
  const rewritten = Object
    .fromEntries(Object.entries(value).map(([key, part]) => [key, isExample(key) ? part : rewrite(part)]))
  return withoutNull(withOneExample(withoutOffer(rewritten)))
}

function isExample (key: string): boolean {
  return key === 'example' || key === 'examples'
}

/** The page fills in every example. Optional parameters must not be sent unasked. */
function withoutOffer (parameter: Json): Json {
  if (parameter.in === undefined || parameter.required === true) return parameter
  const { example: _example, ...rest } = parameter
  return rest
}

/** A schema has a list of examples in 3.1, and one in 3.0. Those of a body are an object in both. */
function withOneExample (schema: Json): Json {
  if (!Array.isArray(schema.examples)) return schema
  const { examples, ...rest } = schema
  return { ...rest, example: (examples as unknown[])[0] }
}

function withoutNull (schema: Json): Json {
  if (Array.isArray(schema.type)) {
    return {
      ...schema,
      type: (schema.type as string[]).find((type) => type !== 'null'),
      nullable: true
    }
  }
  const choices = schema.anyOf as Json[] | undefined
  if (!choices?.some((choice) => choice.type === 'null')) return schema
  return { ...schema, anyOf: choices.filter((choice) => choice.type !== 'null'), nullable: true }
}
