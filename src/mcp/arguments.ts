import type { TObject } from '@sinclair/typebox'
import { InvalidParameter, MissingParameter, UnknownParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { mustBeOneOf } from '../http/rules.js'
import type { Named, Values } from './service.js'

export const types = ['asset', 'project'] as const

/**
 * Checks the names of the arguments, and those that make up a path. Throws what the API would answer; the other values
 * are checked by the API.
 */
export function requireKnown (sent: Values, { properties, required = [] }: TObject): void {
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(properties, name)) throw new UnknownParameter(name)
  }
  for (const name of required) {
    if (sent[name] === undefined) throw new MissingParameter(name)
  }
}

/** The item that the arguments name. */
export function itemIn ({ type, id }: Values): Named {
  return { type: requireOneOf('type', type, types), id: requireText('id', id) }
}

export function requireOneOf<Name extends string> (name: string, value: unknown, names: readonly Name[]): Name {
  if (!names.includes(value as Name)) throw new InvalidParameter(name, inspect(value), mustBeOneOf(names))
  return value as Name
}

export function requireText (name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new InvalidParameter(name, inspect(value), 'Must be a String')
  return value
}
