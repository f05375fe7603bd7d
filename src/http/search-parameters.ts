import { Type, type TSchema } from '@sinclair/typebox'
import type { Caller } from '../core/caller.js'
import type { AddedFilter, AddedValue } from '../core/extension.js'
import { described, OneOf, Ruled, Text } from './schemas.js'
import { isText, isWhole, LIST_RULE, MOST_ELEMENTS, mustBeOneOf, WHOLE_RULE } from './rules.js'

/**
 * A search parameter: how it is checked, and how the API document shows it. In a query everything is text, and a list
 * of one may be the value itself; in a body values have their types.
 */
export interface SearchParameter {
  readonly query: TSchema
  readonly body: TSchema
}

/** The broken rule of a value; undefined if it is valid. */
export type Rule = (value: unknown) => string | undefined

export const LONG_LIST_RULE = `${LIST_RULE} of at most ${MOST_ELEMENTS} elements`
export const FLAG_RULE = 'Must be true or false'

export function parameter (shown: TSchema, rule: (isTyped: boolean) => Rule, shownInBody = shown): SearchParameter {
  return { query: Ruled(shown, rule(false)), body: Ruled(shownInBody, rule(true)) }
}

/** A parameter with a reader, for values that were checked. */
interface ReadParameter<Value extends AddedValue> extends SearchParameter {
  readonly read: (sent: unknown, isTyped: boolean) => Value
}

/** An id in a path or a query is text; a body has it as a number or as text. */
export const rowId = (description: string, example: number): ReadParameter<string | null> => ({
  ...parameter(described(Type.Integer(), description, example), isRowId),
  read: (sent) => sent === undefined ? null : String(sent)
})

export const flag = (description: string, example: boolean): ReadParameter<boolean> => ({
  ...parameter(described(Type.Boolean(), description, example), isFlag),
  read: (sent, isTyped) => flagOf(sent, isTyped) ?? false
})

export const values = (description: string, example: readonly string[]): ReadParameter<string[]> => ({
  ...parameter(
    described(Type.Array(Text, { maxItems: MOST_ELEMENTS }), description, example), (isTyped) => isList(isTyped)
  ),
  read: listOf
})

export const choices = (
  names: readonly string[], description: string, example: readonly string[]
): ReadParameter<string[]> => ({
  ...parameter(described(Type.Array(OneOf(names)), description, example), (isTyped) => isList(isTyped, names)),
  read: listOf
})

/** The elements of a list, each once. One that was not sent is empty. */
export function listOf (sent: unknown): string[] {
  return [...new Set([sent ?? []].flat() as string[])]
}

/** A filter by exact values of index entries, of which an item has one. */
export function byValues<Value extends AddedValue> (
  parameter: ReadParameter<Value>, values: (value: NonNullable<Value>, caller: Caller) => readonly string[]
): AddedFilter {
  return { ...parameter, values: (value, caller) => value === null ? [] : values(value as NonNullable<Value>, caller) }
}

/** A filter by the id of a list that its domain keeps. */
export function byList (parameter: ReadParameter<string | null>, list: NonNullable<AddedFilter['list']>): AddedFilter {
  return { ...parameter, list }
}

/** True or false; null for anything else. In a body, texts are not booleans. */
export function flagOf (value: unknown, isTyped: boolean): boolean | null {
  if (typeof value === 'boolean' && isTyped) return value
  return !isTyped && (value === 'true' || value === 'false') ? value === 'true' : null
}

export const isList = (
  isTyped: boolean,
  offered: readonly string[] | null = null,
  isOffered = (text: string) => offered?.includes(text) ?? true
): Rule => (value) => {
  const values: unknown = isTyped || Array.isArray(value) ? value : [value]
  if (!Array.isArray(values) || !values.every(isText)) return LIST_RULE
  if (values.length > MOST_ELEMENTS) return LONG_LIST_RULE
  return values.every(isOffered) ? undefined : mustBeOneOf(offered ?? [])
}

/** An integer id. One that nobody has finds nothing. */
const isRowId = (isTyped: boolean): Rule => (value) =>
  (isTyped && isWhole(value)) || (isText(value) && /^-?\d+$/.test(value))
    ? undefined
    : WHOLE_RULE

const isFlag = (isTyped: boolean): Rule => (value) => flagOf(value, isTyped) === null ? FLAG_RULE : undefined
