import { toPlain, type PlainSchema } from '../openapi/plain.js'

/** The arguments of a tool. */
export interface ArgumentsSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, PlainSchema>>
  readonly required?: string[]
  readonly additionalProperties: false
  readonly [keyword: string]: unknown
}

/** What all large clients take: some refuse a request with any other keyword. */
const KEYWORDS = new Set([
  'type', 'enum', 'required', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'
])

/** The schema of an argument without what only the API reads: rules of 422s, patterns, formats and examples. */
export function toArgument (schema: object): PlainSchema {
  const { anyOf, properties, items, additionalProperties: others, description: ofApi, ...rest } = toPlain(schema)
  // Readers may take `<id>` for markup: an example says the same.
  const description = ofApi !== undefined && { description: ofApi.replaceAll('<id>', '3') }
  // Some clients refuse anything beside alternatives.
  if (anyOf !== undefined) {
    const [first, ...more] = anyOf.map(toArgument)
    return { anyOf: [{ ...first, ...description }, ...more] }
  }
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => KEYWORDS.has(keyword))),
    ...description,
    ...rest.const !== undefined && { enum: [rest.const] },
    ...properties && { properties: toArguments(properties) },
    ...items && { items: toArgument(items) },
    ...others !== undefined && { additionalProperties: toOthers(others) }
  }
}

export function toArguments (properties: Readonly<Record<string, object>>): Record<string, PlainSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, toArgument(schema)]))
}

/** An empty schema is `true`, in the plainest words. */
function toOthers (others: boolean | PlainSchema): boolean | PlainSchema {
  if (typeof others === 'boolean') return others
  return Object.keys(others).length === 0 || toArgument(others)
}
