import type { PlainSchema } from './plain.js'

/**
 * Moves every schema with a title to the components, and leaves a reference. Throws if two schemas of one title differ.
 */
export function createComponents () {
  const schemas = new Map<string, PlainSchema>()

  function refer (schema: PlainSchema): PlainSchema {
    const { title, description, examples, ...named } = schema
    if (title === undefined) return referInside(schema)
    const isNullable = Array.isArray(named.type) && named.type.includes('null')
    add(
      title,
      referInside(isNullable ? { ...named, type: (named.type as string[]).find((type) => type !== 'null')! } : named)
    )
    const reference = { $ref: `#/components/schemas/${title}` }
    // Description and examples belong to the place.
    const here = { ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) }
    return isNullable ? { anyOf: [reference, { type: 'null' }], ...here } : { ...reference, ...here }
  }

  function add (title: string, schema: PlainSchema): void {
    const known = schemas.get(title)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new TypeError(`Two schemas have the title ${title}`)
    }
    schemas.set(title, schema)
  }

  function referInside (schema: PlainSchema): PlainSchema {
    const { properties, items, additionalProperties, anyOf, oneOf } = schema
    return {
      ...schema,
      ...(properties !== undefined &&
        { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, refer(value)])) }),
      ...(items !== undefined && { items: refer(items) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: refer(additionalProperties) }),
      ...(anyOf !== undefined && { anyOf: anyOf.map(refer) }),
      ...(oneOf !== undefined && { oneOf: oneOf.map(refer) })
    }
  }

  return {
    refer,
    /** The components, by name. */
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => a < b ? -1 : 1))
  }
}
