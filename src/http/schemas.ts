import { FormatRegistry, Kind, Type, TypeRegistry, type Static, type TSchema } from '@sinclair/typebox'
import { eventKinds, type EventKind } from '../events/kinds.js'

/**
 * The parameter types of the contract, as TypeBox schemas. Each carries the rules that its 422 prints (`wrongType`, and where a
 * value of the right type may still be wrong, `wrongValue`): src/http/validation.ts reads them from here and nowhere else.
 */

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    /** The rule that is printed when the value has another type. */
    wrongType?: string
    /** The rule that is printed when the type is right and the value is not. */
    wrongValue?: string
    /** What the API document shows in place of the schema, where a check of text stands for another type. */
    documentedAs?: object
  }
}

export const STRING_RULE = 'Must be a String'

// PostgreSQL stores no NUL in a text, so that no text may have one, on either database.
FormatRegistry.Set('text', (value) => !value.includes('\0'))

// A number that was written as an integer and is beyond what a double holds arrives as a bigint (src/http/body.ts).
TypeRegistry.Set('WholeNumber', (_schema, value) => Number.isSafeInteger(value) || typeof value === 'bigint')

/** A string parameter. */
export const Text = Type.String({ format: 'text', wrongType: STRING_RULE, wrongValue: STRING_RULE })

/** An array of strings. */
export const TextList = Type.Array(Text, { wrongType: 'Must be an array of String' })

/** An integer parameter, of any size: one that no row can have names nothing. */
export const WholeNumber = Type.Unsafe<number | bigint>({ [Kind]: 'WholeNumber', type: 'integer', wrongType: 'Must be a Integer' })

/** A JSON `true` or `false`. */
export const Flag = Type.Boolean({ wrongType: mustBeOneOf(['true', 'false']) })

/** Event kinds, as in section 6 of the contract. */
export const EventKinds = Type.Unsafe<EventKind[]>(Type.Array(Type.Union(eventKinds.map((kind) => Type.Literal(kind)), { title: 'EventKind' }), {
  wrongType: `Must be an array of [${eventKinds.map((kind) => `"${kind}"`).join(', ')}]`
}))

// A plain object with any keys. TypeBox's Record would put each key to a pattern.
TypeRegistry.Set('Hash', (_schema, value) => typeof value === 'object' && value !== null && !Array.isArray(value))
const Hash = Type.Unsafe<Record<string, unknown>>({ [Kind]: 'Hash', type: 'object', additionalProperties: true })

/** An array of JSON objects. */
export const HashList = Type.Array(Hash, { wrongType: 'Must be an array of Hash' })

/** `custom_fields`: an object, or an array of objects. */
export const CustomFields = Type.Union([Hash, Type.Array(Hash)], { wrongType: 'Must be an array of any type' })

/** A string that is one of the given values. */
export function OneOf<const Value extends string> (values: readonly Value[]) {
  return Type.Unsafe<Value>(Type.String({ enum: [...values], pattern: `^(?:${values.join('|')})$`, wrongType: STRING_RULE, wrongValue: mustBeOneOf(values) }))
}

/** The schema with what the API document says of it: what it means, and an example that is true. */
export function described<Schema extends TSchema> (schema: Schema, description: string, ...examples: unknown[]): Schema {
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

export function mustBeOneOf (values: readonly string[]): string {
  return `Must be one of: ${values.map((value) => `<code>${value}</code>`).join(', ')}.`
}
