import { isPageLimit, LIMIT_RULE } from '../http/list.js'
import { mustBeOneOf, STRING_RULE } from '../http/schemas.js'
import { parseMoment } from './moments.js'

export interface FieldParameter {
  readonly id: string
  readonly end: 'from' | 'to' | null
  readonly values: ReadonlyArray<string | boolean>
  /** Whether it was sent in a body, where booleans have a type of their own. */
  readonly isTyped: boolean
  /** As it was sent. */
  readonly sent: unknown
}

const DEFAULT_LIMIT = 100
/** So many values a parameter has at most. */
const MOST_VALUES = 1000

export const TEXT_LIST_RULE = 'Must be an array of String'
const LONG_LIST_RULE = `Must be an array of String of at most ${MOST_VALUES} elements`
export const FLAG_RULE = 'Must be true or false'
export const LARGEST_NUMBER = 1_000_000_000
export const WHOLE_NUMBER_RULE = `Must be a Integer from 0 to ${LARGEST_NUMBER}`
export const NUMBER_RULE = `Must be a number from 0 to ${LARGEST_NUMBER}`
export const MOMENT_RULE = 'Must be an ISO 8601 date or time'

/** The parameter of a custom field: its id, and of a range its end. */
export const FIELD = /^field\.(.*?)(?:\.(from|to))?$/s

/** What is wrong and how, not printed yet: it may be a megabyte. */
export class WrongValue extends Error {
  constructor (readonly parameter: string, readonly value: unknown, readonly rule: string) {
    super(rule)
  }
}

/** Takes values of parameters out of what was sent. Each function throws WrongValue. */
export function createReader (query: Readonly<Record<string, unknown>>, body: Readonly<Record<string, unknown>>) {
  const isIn = (name: string) => Object.hasOwn(body, name)
  const has = (name: string) => isIn(name) || Object.hasOwn(query, name)
  const valueOf = (name: string) => isIn(name) ? body[name] : query[name]
  const invalid = (name: string, rule: string) => new WrongValue(name, valueOf(name), rule)

  function text (name: string, rule = STRING_RULE): string | null {
    if (!has(name)) return null
    const value = valueOf(name)
    if (!isText(value)) throw invalid(name, rule)
    return value
  }

  function choice<const Value extends string> (name: string, values: readonly Value[]): Value | null {
    if (!has(name)) return null
    const value = valueOf(name)
    if (!values.includes(value as Value)) {
      throw invalid(name, typeof value === 'string' ? mustBeOneOf(values) : STRING_RULE)
    }
    return value as Value
  }

  /** True or false, or one of some words. */
  function flagOr<const Value extends string> (name: string, words: readonly Value[]): 'true' | 'false' | Value | null {
    if (!has(name)) return null
    const value = valueOf(name)
    const flag = flagOf(value, isIn(name))
    if (flag === null && !words.includes(value as Value)) throw invalid(name, mustBeOneOf(['false', 'true', ...words]))
    return flag === null ? value as Value : `${flag}`
  }

  function elements (name: string): unknown[] {
    if (!has(name)) return []
    const value = valueOf(name)
    if (Array.isArray(value)) return value
    if (isIn(name)) throw invalid(name, TEXT_LIST_RULE)
    return [value]
  }

  function list (name: string): string[] {
    const values = elements(name)
    if (!values.every(isText)) throw invalid(name, TEXT_LIST_RULE)
    if (values.length > MOST_VALUES) throw invalid(name, LONG_LIST_RULE)
    return [...new Set(values)]
  }

  function choices (name: string, values: readonly string[]): string[] {
    const sent = list(name)
    if (!sent.every((value) => values.includes(value))) throw invalid(name, mustBeOneOf(values))
    return sent
  }

  function moment (name: string): number | null {
    const written = text(name)
    if (written === null) return null
    const found = parseMoment(written)
    if (found === null) throw invalid(name, MOMENT_RULE)
    return found
  }

  /** A number that is not below zero, or a whole one. */
  function number (name: string, { isWhole }: { isWhole: boolean }): number | null {
    if (!has(name)) return null
    const value = valueOf(name)
    const written = isIn(name) && typeof value === 'number' ? String(value) : isIn(name) ? null : value
    const form = isWhole ? /^\d{1,10}$/ : /^\d{1,10}(?:\.\d{1,20})?$/
    if (typeof written !== 'string' || !form.test(written) || Number(written) > LARGEST_NUMBER) {
      throw invalid(name, isWhole ? WHOLE_NUMBER_RULE : NUMBER_RULE)
    }
    return Number(written)
  }

  function flag (name: string): boolean {
    const flag = has(name) ? flagOf(valueOf(name), isIn(name)) : false
    if (flag === null) throw invalid(name, FLAG_RULE)
    return flag
  }

  function limit (): number {
    if (!has('limit')) return DEFAULT_LIMIT
    const value = valueOf('limit')
    const written = isIn('limit') && typeof value === 'number' ? String(value) : value
    if (typeof written !== 'string' || (isIn('limit') && typeof value !== 'number') || !isPageLimit(written)) {
      throw invalid('limit', LIMIT_RULE)
    }
    return Number(written)
  }

  /** Those of the names, and of custom fields. */
  function facets (names: readonly string[]): string[] {
    const sent = list('facets')
    const isOffered = (name: string) => names.includes(name) || /^field\.\d+$/.test(name)
    if (!sent.every(isOffered)) throw invalid('facets', mustBeOneOf([...names, 'field.<id>']))
    return sent
  }

  /** Their types are the fields' and not known yet. */
  function fields (): Map<string, FieldParameter> {
    const found = new Map<string, FieldParameter>()
    for (const name of [...Object.keys(query), ...Object.keys(body)]) {
      const match = FIELD.exec(name)
      if (match === null) continue
      const [, id, end = null] = match as unknown as [string, string, FieldParameter['end'] | undefined]
      const value = valueOf(name)
      const values = Array.isArray(value) && end === null ? value : [value]
      if (!values.every((one) => isText(one) || (typeof one === 'boolean' && end === null))) {
        throw invalid(name, end === null ? TEXT_LIST_RULE : STRING_RULE)
      }
      if (values.length > MOST_VALUES) throw invalid(name, LONG_LIST_RULE)
      found.set(name, { id, end, values: values as Array<string | boolean>, isTyped: isIn(name), sent: value })
    }
    return found
  }

  return { text, choice, choices, flagOr, list, moment, number, flag, limit, facets, fields, invalid }
}

function isText (value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}

/** Null for what is neither. In a body it is no text. */
export function flagOf (value: unknown, isTyped: boolean): boolean | null {
  if (typeof value === 'boolean' && isTyped) return value
  return !isTyped && (value === 'true' || value === 'false') ? value === 'true' : null
}
