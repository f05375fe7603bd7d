/** A schema of JSON Schema 2020-12, as in OpenAPI 3.1. */
export interface PlainSchema {
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, PlainSchema>
  required?: string[]
  items?: PlainSchema
  additionalProperties?: boolean | PlainSchema
  anyOf?: PlainSchema[]
  oneOf?: PlainSchema[]
  enum?: unknown[]
  examples?: unknown[]
  [keyword: string]: unknown
}

/** Carries `patternProperties` through @fastify/swagger, which turns them into `additionalProperties`. */
export const PATTERNS = 'x-patterns'

/** Keywords of the service's own checks. */
const OWN_KEYWORDS = new Set(['wrongType', 'wrongValue', 'ruleOf', 'notWith', 'onlyWith', 'secret', 'documentedAs', 'pageEndsAt', 'succeedsWith', 'x-failures', 'patternProperties'])

/** Formats of JSON Schema. Other formats are rules for 422s. */
const FORMATS = new Set(['date', 'date-time', 'uri', 'email', 'uuid', 'binary'])

/** Copies a TypeBox schema without the service's own keywords. */
export function toPlain (schema: object): PlainSchema {
  const source = schema as PlainSchema
  if (source.documentedAs !== undefined) {
    const { description, examples } = source
    return {
      ...toPlain(source.documentedAs as object),
      ...(description !== undefined && { description }),
      ...(examples !== undefined && { examples })
    }
  }
  const plain: PlainSchema = {}
  for (const [keyword, value] of Object.entries(source)) {
    if (OWN_KEYWORDS.has(keyword) || (keyword === 'format' && !FORMATS.has(value as string))) continue
    // The pattern of a choice is only for its 422.
    if (keyword === 'pattern' && source.enum !== undefined) continue
    plain[keyword] = plainKeyword(keyword, value)
  }
  // A record has one pattern for all its names. Beside other properties, patterns stay.
  const patterns = source.patternProperties as Record<string, object> | undefined
  if (patterns !== undefined && source.properties !== undefined) {
    plain[PATTERNS] = plainKeyword('properties', patterns)
  } else if (patterns !== undefined) plain.additionalProperties = toPlain(Object.values(patterns)[0]!)
  return namedChoice(plain)
}

function plainKeyword (keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    return Object
      .fromEntries(Object.entries(value as object).map(([name, schema]) => [name, toPlain(schema as object)]))
  }
  if (keyword === 'items' || (keyword === 'additionalProperties' && typeof value === 'object')) {
    return toPlain(value as object)
  }
  if (keyword === 'anyOf' || keyword === 'oneOf') return (value as object[]).map(toPlain)
  return value
}

/** Alternatives of constants become an `enum`, which tools understand better. */
function namedChoice (schema: PlainSchema): PlainSchema {
  const { anyOf, ...rest } = schema
  if (anyOf === undefined || !anyOf.every((choice) => typeof choice.const === 'string')) return schema
  return { ...rest, type: 'string', enum: anyOf.map((choice) => choice.const) }
}
