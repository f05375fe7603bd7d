import type { PlainSchema } from './plain.js'

/**
 * Moves every schema that has a title to the components, under that title, and leaves a reference in its place. Throws where two
 * schemas of one title differ: a name has one meaning.
 */
export function createComponents () {
  const schemas = new Map<string, PlainSchema>()

  function refer (schema: PlainSchema): PlainSchema {
    const { title, ...rest } = schema
    if (title === undefined) return referInside(schema)
    const isNullable = Array.isArray(rest.type) && rest.type.includes('null')
    const own = isNullable ? { ...rest, type: (rest.type as string[]).find((type) => type !== 'null')! } : rest
    add(title, referInside(own))
    const reference = { $ref: `#/components/schemas/${title}` }
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  function add (title: string, schema: PlainSchema): void {
    const known = schemas.get(title)
    // How it is described and exemplified may depend on where it stands.
    if (known !== undefined && shapeOf(known) !== shapeOf(schema)) throw new TypeError(`Two schemas have the title ${title}`)
    if (known === undefined) schemas.set(title, schema)
  }

  function referInside (schema: PlainSchema): PlainSchema {
    const { properties, items, additionalProperties, anyOf } = schema
    return {
      ...schema,
      ...(properties !== undefined && { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, refer(value)])) }),
      ...(items !== undefined && { items: refer(items) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: refer(additionalProperties) }),
      ...(anyOf !== undefined && { anyOf: anyOf.map(refer) })
    }
  }

  return {
    refer,
    /** The components, by name. */
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => a < b ? -1 : 1))
  }
}

function shapeOf ({ description, examples, ...schema }: PlainSchema): string {
  return JSON.stringify(schema)
}
