import { FormatRegistry, Kind, Type, TypeRegistry, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import {
  hasAtMost, isText, isTextList, isWhole, LIST_RULE, LONGEST_NAME, LONGEST_REFERENCE, MOST_ELEMENTS, mustBeOneOf,
  refuseLonger, refuseLongerList, STRING_RULE, WHOLE_RULE
} from './rules.js'

/**
 * The parameter types of the contract, as TypeBox schemas. Each has the rules that its 422 prints (`wrongType`, and
 * `wrongValue` where a value of the right type may still be invalid). src/http/validation.ts reads them.
 */

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    /** The rule for values of another type. */
    wrongType?: string
    /** The rule for values of the right type. */
    wrongValue?: string
    /** Returns the rule for some values, such as too long ones. It comes before the others. */
    ruleOf?: (value: unknown) => string | undefined
    /** Whether a 422 hides the value. */
    secret?: boolean
    /** A parameter that excludes this one. */
    notWith?: string
    /** A parameter without which this one means nothing. */
    onlyWith?: string
    /** The schema in the API document, where it differs. */
    documentedAs?: object
    /**
     * In the answer of a list: the key at which the page of the example ends. Default: the `id` of its last element.
     */
    pageEndsAt?: string
    /** In answers that may be `{error}` instead: the keys that a success always has. */
    succeedsWith?: readonly string[]
  }
}

/** More than the first line of a request can hold: the router must not refuse a long external id. */
export const LONGEST_PARAMETER = 1024 ** 2

const LONGEST_DESCRIPTION = 100_000

FormatRegistry.Set('text', isText)

TypeRegistry.Set<TSchema>('Ruled', ({ ruleOf }, value) => ruleOf!(value) === undefined)

/** A parameter that is valid if it breaks no rule. */
export function Ruled (shown: TSchema, ruleOf: (value: unknown) => string | undefined): TSchema {
  return { ...shown, [Kind]: 'Ruled', ruleOf }
}

TypeRegistry.Set('WholeNumber', (_schema, value) => isWhole(value))

/** A string parameter. */
export const Text = Type.String({ format: 'text', wrongType: STRING_RULE, wrongValue: STRING_RULE })

TypeRegistry.Set<{ maxLength: number }>(
  'BoundedText',
  ({ maxLength }, value) => isText(value) && hasAtMost(value, maxLength)
)

/** A string parameter with a maximum of characters. */
export function TextUpTo (maxLength: number) {
  return Type.Unsafe<string>({
    [Kind]: 'BoundedText',
    type: 'string',
    maxLength,
    wrongType: STRING_RULE,
    ruleOf: refuseLonger(maxLength)
  })
}

/** The name of something: a title, a category, a file name. */
export const Name = TextUpTo(LONGEST_NAME)

/** A URL, or an id of another system. */
export const Reference = TextUpTo(LONGEST_REFERENCE)

export const Description = TextUpTo(LONGEST_DESCRIPTION)

TypeRegistry.Set('TextList', (_schema, value) => isTextList(value) && refuseLongerList(value) === undefined)

/** An array of strings, with a maximum of elements and of characters. */
export const TextList = Type.Unsafe<string[]>({
  [Kind]: 'TextList',
  type: 'array',
  items: { type: 'string', maxLength: LONGEST_NAME },
  maxItems: MOST_ELEMENTS,
  wrongType: LIST_RULE,
  ruleOf: (value: unknown) => isTextList(value) ? refuseLongerList(value) : undefined
})

/** An integer parameter of any size. One beyond all ids simply names nothing. */
export const WholeNumber = Type.Unsafe<number | bigint>({
  [Kind]: 'WholeNumber',
  type: 'integer',
  wrongType: WHOLE_RULE
})

/** An integer in a query. */
export const WholeNumberText = Type.String({
  pattern: '^-?\\d+$',
  wrongType: WHOLE_RULE,
  wrongValue: WHOLE_RULE,
  documentedAs: { type: 'integer' }
})

/** The value of a `WholeNumberText`, as a body would have it. */
export function parseWholeNumber (text: string): number | bigint {
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)
}

/** An integer parameter with bounds. */
export function wholeNumberBetween (minimum: number, maximum: number) {
  return Type.Integer({ minimum, maximum, wrongType: `Must be a Integer from ${minimum} to ${maximum}` })
}

/** A JSON `true` or `false`. */
export const Flag = Type.Boolean({ wrongType: mustBeOneOf(['true', 'false']) })

/**
 * A repeatable parameter of a query: one value, or several. `allowed` lists the valid ones; `rule` is printed for
 * others.
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

/** A string out of a list. */
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

/** Parameters of which unknown ones are a 422. The contract's own endpoints ignore unknown parameters. */
export function strict<Parameters extends TObject> (parameters: Parameters): Parameters {
  return { ...parameters, additionalProperties: false }
}

/** For requests without parameters. */
export const NoParameters = strict(Type.Object({}))

/** The schema with its description in the API document, and valid examples. */
export function described<Schema extends TSchema> (
  schema: Schema, description: string, ...examples: unknown[]
): Schema {
  return examples.length === 0 ? { ...schema, description } : { ...schema, description, examples }
}

/** The body of failures. */
export const FailureReply = Type.Object({
  error: described(Type.String(), 'Error text. The texts are part of the contract and do not change.')
}, { title: 'Failure' })

/** In answers: the type, or null. A list of types serialises without trying alternatives. */
export function Nullable<Schema extends TSchema> (schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })
}
