import { Kind, Type, TypeRegistry, type TSchema } from '@sinclair/typebox'
import { isMisleading, NAME_RULE, toName } from '../basics/names.js'
import { isText, isTextBetween, isWhole, STRING_RULE } from './rules.js'

/** Parameters with two bounds: see schemas.ts. */

TypeRegistry.Set<{ minLength: number, maxLength: number }>(
  'TextBetween',
  ({ minLength, maxLength }, value) => isTextBetween(value, minLength, maxLength)
)

/** A string parameter with bounds. */
export function TextBetween (minLength: number, maxLength: number) {
  const rule = `${STRING_RULE} of ${countsOf(minLength, maxLength)} characters`
  return Type.Unsafe<string>({
    [Kind]: 'TextBetween',
    type: 'string',
    minLength,
    maxLength,
    wrongType: STRING_RULE,
    ruleOf: (value: unknown) => isText(value) ? rule : undefined
  })
}

TypeRegistry.Set<{ minLength: number, maxLength: number }>(
  'TextOrNull',
  ({ minLength, maxLength }, value) => value === null || isTextBetween(value, minLength, maxLength)
)

/** The same, or null. */
export function TextOrNull (minLength: number, maxLength: number) {
  const text = TextBetween(minLength, maxLength)
  return Type.Unsafe<string | null>({ ...text, [Kind]: 'TextOrNull', type: ['string', 'null'] })
}

TypeRegistry.Set<{ minLength: number, maxLength: number }>(
  'SeenText',
  ({ minLength, maxLength }, value) => isTextBetween(value, minLength, maxLength) && value.trim() !== ''
)

/** A string parameter with bounds that is more than white space. */
export function SeenText (minLength: number, maxLength: number) {
  return { ...TextBetween(minLength, maxLength), [Kind]: 'SeenText' }
}

TypeRegistry.Set<TSchema>('PersonName', ({ ruleOf }, value) => isText(value) && ruleOf!(value) === undefined)

/** The name of somebody. With a minimum, something of it must be seen. */
export function PersonName (minLength: 0 | 1, maxLength: number) {
  const bounds = minLength === 0 ? `at most ${maxLength}` : `${minLength} to ${maxLength}`
  return Type.Unsafe<string>({
    [Kind]: 'PersonName',
    type: 'string',
    ...minLength > 0 && { minLength },
    maxLength,
    wrongType: STRING_RULE,
    ruleOf (value: unknown) {
      if (!isText(value)) return undefined
      if (!isTextBetween(value, minLength, maxLength)) return `${STRING_RULE} of ${bounds} characters`
      if (isMisleading(value)) return NAME_RULE
      return minLength > 0 && toName(value) === '' ? `${STRING_RULE} of ${bounds} characters` : undefined
    }
  })
}

/** A number parameter with bounds. */
export function numberBetween (minimum: number, maximum: number) {
  return Type.Number({ minimum, maximum, wrongType: `Must be a number from ${minimum} to ${maximum}` })
}

const INTEGERS_RULE = 'Must be an array of Integer'

const isIntegers = (value: unknown): value is unknown[] => Array.isArray(value) && value.every(isWhole)

TypeRegistry.Set<{ minItems: number, maxItems: number }>('WholeNumbers', ({ minItems, maxItems }, value) =>
  isIntegers(value) && value.length >= minItems && value.length <= maxItems)

/** A parameter that is a list of integers, as ids are. */
export function wholeNumbers (minItems: number, maxItems: number) {
  return Type.Unsafe<Array<number | bigint>>({
    [Kind]: 'WholeNumbers',
    type: 'array',
    items: { type: 'integer' },
    minItems,
    maxItems,
    wrongType: INTEGERS_RULE,
    ruleOf: (value: unknown) => isIntegers(value) ? `${INTEGERS_RULE} of ${countsOf(minItems, maxItems)} elements` : undefined
  })
}

const countsOf = (minimum: number, maximum: number) => minimum === 0 ? `at most ${maximum}` : `${minimum} to ${maximum}`
