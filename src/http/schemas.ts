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
export const EventKinds = Type.Unsafe<EventKind[]>(Type.Array(Type.Union(eventKinds.map((kind) => Type.Literal(kind))), {
  wrongType: `Must be an array of [${eventKinds.map((kind) => `"${kind}"`).join(', ')}]`
}))

/** An array of JSON objects. */
export const HashList = Type.Array(Type.Record(Type.String(), Type.Unknown()), { wrongType: 'Must be an array of Hash' })

/** A string that is one of the given values. */
export function OneOf<const Value extends string> (values: readonly Value[]) {
  return Type.Unsafe<Value>(Type.String({ pattern: `^(?:${values.join('|')})$`, wrongType: STRING_RULE, wrongValue: mustBeOneOf(values) }))
}

/** For answers: the type, or null. Written as a list of types, which serialises without trying alternatives. */
export function Nullable<Schema extends TSchema> (schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })
}

export function mustBeOneOf (values: readonly string[]): string {
  return `Must be one of: ${values.map((value) => `<code>${value}</code>`).join(', ')}.`
}
