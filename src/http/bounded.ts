import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { isText, isTextBetween, STRING_RULE } from './rules.js'

/** Parameters with two bounds: see schemas.ts. */

TypeRegistry.Set<{ minLength: number, maxLength: number }>(
  'TextBetween',
  ({ minLength, maxLength }, value) => isTextBetween(value, minLength, maxLength)
)

/** A string parameter with bounds. */
export function TextBetween (minLength: number, maxLength: number) {
  const rule = `${STRING_RULE} of ${minLength} to ${maxLength} characters`
  return Type.Unsafe<string>({
    [Kind]: 'TextBetween',
    type: 'string',
    minLength,
    maxLength,
    wrongType: STRING_RULE,
    ruleOf: (value: unknown) => isText(value) ? rule : undefined
  })
}

/** A number parameter with bounds. */
export function numberBetween (minimum: number, maximum: number) {
  return Type.Number({ minimum, maximum, wrongType: `Must be a number from ${minimum} to ${maximum}` })
}
