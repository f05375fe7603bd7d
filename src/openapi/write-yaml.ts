import { stringify } from 'yaml'

const OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false }
/** Parts down to this depth are written one by one: schemas in the components, and operations of paths. */
const DEPTH = 2

/** Writes an object as YAML in small pieces, as a large document takes long. */
export function writeYaml (document: Readonly<Record<string, unknown>>): Generator<string> {
  return write(document, DEPTH, '')
}

function * write (object: Readonly<Record<string, unknown>>, depth: number, indent: string): Generator<string> {
  for (const [key, value] of Object.entries(object)) {
    if (depth > 0 && isFilled(value)) {
      yield indent + stringify({ [key]: {} }, OPTIONS).replace(' {}', '')
      yield * write(value, depth - 1, `${indent}  `)
    } else {
      yield stringify({ [key]: value }, OPTIONS).replace(/^(?=.)/gm, indent)
    }
  }
}

function isFilled (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}
