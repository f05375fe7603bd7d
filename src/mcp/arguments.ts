import { BodyTooLarge, InvalidParameter, MissingParameter, UnknownParameter } from '../errors.js'
import { REQUEST_LIMITS } from '../http/body.js'
import { inspect } from '../http/inspect.js'
import { mustBeOneOf } from '../http/rules.js'
import type { ArgumentsSchema } from './schema.js'
import type { Named, Values } from './service.js'

export const types = ['asset', 'project'] as const

/** The arguments that are told. Throws what the API would answer; most of the values are checked by the API. */
export function toldIn (sent: Values, { properties, required = [] }: ArgumentsSchema): Values {
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(properties, name)) throw new UnknownParameter(name)
  }
  requireShallow(sent)
  const told = withoutNulls(sent)
  for (const name of required) if (told[name] === undefined) throw new MissingParameter(name)
  return told
}

/** Null is as if it was not told: some agents fill in every argument. */
export function withoutNulls (sent: Values): Values {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
}

/** The body of a search, of the arguments that stand for it. */
export function toSearch ({ fields = {}, ...rest }: Values): Values {
  const ofFields = Object.entries(withoutNulls(requireHash('fields', fields)))
  return { ...rest, ...Object.fromEntries(ofFields.map(([field, value]) => [`field.${field}`, value])) }
}

/** What is deeper than a body may be would use up the stack before the API refuses it. */
function requireShallow (sent: Values): void {
  let level: readonly unknown[] = [sent]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > REQUEST_LIMITS.depth) throw new BodyTooLarge()
    level = level.flatMap((value) => typeof value === 'object' && value !== null ? Object.values(value) : [])
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

/** An id that results have as a number. */
export function requireId (name: string, value: unknown): string | number {
  return typeof value === 'number' ? value : requireText(name, value)
}

export function requireHash (name: string, value: unknown): Values {
  const isHash = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isHash) throw new InvalidParameter(name, inspect(value), 'Must be a Hash')
  return value as Values
}
