import { FormatRegistry, Kind, Type, TypeRegistry, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import { isEmail } from '../access/email.js'
import {
  hasAtMost, isText, isTextList, LIST_RULE, LONGEST_NAME, LONGEST_REFERENCE, MOST_ELEMENTS, mustBeOneOf, refuseLonger,
  refuseLongerList, STRING_RULE
} from './rules.js'

/**
 * The parameter types of the contract, as TypeBox schemas. Each carries the rules that its 422 prints (`wrongType`, and
 * where a value of the right type may still be wrong, `wrongValue`): src/http/validation.ts reads them from here and
 * nowhere else.
 */

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    /** The rule that is printed when the value has another type. */
    wrongType?: string
    /** The rule that is printed when the type is right and the value is not. */
    wrongValue?: string
    /** The rule that is printed for some values, such as those that are too long. It comes before the others. */
    ruleOf?: (value: unknown) => string | undefined
    /** Another parameter that must not be there besides this one. */
    notWith?: string
    /** What the API document shows in place of the schema, where a check of text stands for another type. */
    documentedAs?: object
    /** Of the answer of a list: the key that the page of its example ends at, where that is not the last one's `id`. */
    pageEndsAt?: string
  }
}

/**
 * Far above what Node lets a request's first line be: an external id in a path may be of any length, and the router is
 * to refuse none.
 */
export const LONGEST_PARAMETER = 1024 ** 2

const LONGEST_DESCRIPTION = 100_000

FormatRegistry.Set('text', isText)

TypeRegistry.Set<TSchema>('Ruled', ({ ruleOf }, value) => ruleOf!(value) === undefined)

/** A parameter that is shown as a schema, and right where no rule is broken. */
export function Ruled (shown: TSchema, ruleOf: (value: unknown) => string | undefined): TSchema {
  return { ...shown, [Kind]: 'Ruled', ruleOf }
}

// A number that was written as an integer and is beyond what a double holds arrives as a bigint (src/http/body.ts).
TypeRegistry.Set('WholeNumber', (_schema, value) => Number.isSafeInteger(value) || typeof value === 'bigint')

/** A string parameter. */
export const Text = Type.String({ format: 'text', wrongType: STRING_RULE, wrongValue: STRING_RULE })

TypeRegistry.Set<{ maxLength: number }>(
  'BoundedText',
  ({ maxLength }, value) => isText(value) && hasAtMost(value, maxLength)
)

/** A string parameter of at most so many characters. */
export function TextUpTo (maxLength: number) {
  return Type.Unsafe<string>({
    [Kind]: 'BoundedText',
    type: 'string',
    maxLength,
    wrongType: STRING_RULE,
    ruleOf: refuseLonger(maxLength)
  })
}

/** A title, a category, a file's name, or what else something is called. */
export const Name = TextUpTo(LONGEST_NAME)

/** A URL, or what another system calls something. */
export const Reference = TextUpTo(LONGEST_REFERENCE)

export const Description = TextUpTo(LONGEST_DESCRIPTION)

TypeRegistry.Set('TextList', (_schema, value) => isTextList(value) && refuseLongerList(value) === undefined)

/** An array of strings: not too many, and none too long. */
export const TextList = Type.Unsafe<string[]>({
  [Kind]: 'TextList',
  type: 'array',
  items: { type: 'string', maxLength: LONGEST_NAME },
  maxItems: MOST_ELEMENTS,
  wrongType: LIST_RULE,
  ruleOf: (value: unknown) => isTextList(value) ? refuseLongerList(value) : undefined
})

FormatRegistry.Set('address', isEmail)

/** An e-mail address. */
export const Email = Type.String({ format: 'address', wrongType: STRING_RULE, wrongValue: 'Must be an e-mail address' })

/** An integer parameter, of any size: one that no row can have names nothing. */
export const WholeNumber = Type.Unsafe<number | bigint>({
  [Kind]: 'WholeNumber',
  type: 'integer',
  wrongType: 'Must be a Integer'
})

/** An integer parameter of a query, where everything is text. */
export const WholeNumberText = Type.String({
  pattern: '^-?\\d+$',
  wrongType: WholeNumber.wrongType,
  wrongValue: WholeNumber.wrongType,
  documentedAs: { type: 'integer' }
})

/** The integer that a `WholeNumberText` says, as a body would have brought it. */
export function parseWholeNumber (text: string): number | bigint {
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)
}

/** An integer parameter that counts something. */
export function wholeNumberBetween (minimum: number, maximum: number) {
  return Type.Integer({ minimum, maximum, wrongType: `Must be a Integer from ${minimum} to ${maximum}` })
}

/** A JSON `true` or `false`. */
export const Flag = Type.Boolean({ wrongType: mustBeOneOf(['true', 'false']) })

/**
 * A parameter of a query that may be repeated: one value, or several. `allowed` names the only ones that may be sent;
 * `rule` is what the 422 says of others.
 */
export function Values (allowed?: readonly string[], rule = LIST_RULE) {
  return Type.Unsafe<string | string[]>({
    [Kind]: 'Values',
    type: 'array',
    items: { type: 'string', ...(allowed && { enum: [...allowed] }) },
    wrongType: rule
  })
}

TypeRegistry.Set<{ items: { enum?: readonly string[] } }>('Values', ({ items }, value) => {
  const sent = [value].flat()
  return isTextList(sent) && sent.length <= MOST_ELEMENTS && sent.every((one) => items.enum?.includes(one) !== false)
})

/** A string that is one of the given values. */
export function OneOf<const Value extends string> (values: readonly Value[]) {
  return Type.Unsafe<
    Value
  >(Type.String({
    enum: [...values],
    pattern: `^(?:${values.join('|')})$`,
    wrongType: STRING_RULE,
    wrongValue: mustBeOneOf(values)
  }))
}

/**
 * Parameters none of which may be mistyped: one that is not named is a 422. The contract's own endpoints ignore what
 * they do not know.
 */
export function strict<Parameters extends TObject> (parameters: Parameters): Parameters {
  return { ...parameters, additionalProperties: false }
}

/** For requests that take no parameters. */
export const NoParameters = strict(Type.Object({}))

/** The schema with what the API document says of it: what it means, and an example that is true. */
export function described<Schema extends TSchema> (
  schema: Schema, description: string, ...examples: unknown[]
): Schema {
  return examples.length === 0 ? { ...schema, description } : { ...schema, description, examples }
}

/** The answer of every failure that has a body. */
export const FailureReply = Type.Object({
  error: described(Type.String(), 'What went wrong. The texts are part of the contract and do not change.')
}, { title: 'Failure' })

/** For answers: the type, or null. Written as a list of types, which serialises without trying alternatives. */
export function Nullable<Schema extends TSchema> (schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })
}
