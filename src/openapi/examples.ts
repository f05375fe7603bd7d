import type { PlainSchema } from './plain.js'

/**
 * Makes the example of a body from the examples of its parts. Undefined if a required part has none; optional parts
 * without one are left out.
 */
export function exampleOf (schema: PlainSchema): unknown {
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.properties !== undefined) return exampleOfObject(schema.properties, schema.required ?? [])
  if (schema.type !== 'array' || schema.items === undefined) return undefined
  const element = exampleOf(schema.items)
  return element === undefined ? undefined : [element]
}

function exampleOfObject (properties: Record<string, PlainSchema>, required: readonly string[]): unknown {
  const shown = Object.entries(properties).filter(([name, schema]) =>
    required.includes(name) || schema.examples !== undefined
  )
  const parts = shown.map(([name, schema]) => [name, exampleOf(schema)] as const)
  const known = parts.filter(([, example]) => example !== undefined)
  const isWhole = required.every((name) => known.some(([known]) => known === name))
  return isWhole ? Object.fromEntries(known) : undefined
}
