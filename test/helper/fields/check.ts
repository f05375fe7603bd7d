import type { CheckedField, CheckResult, CheckTools, FieldType } from '#src/fields/types/index.js'

const noTools: CheckTools = {
  cleanRichText () { throw new Error('This type has no rich text to clean') }
}

/** Checks a value for a field of the type. Default: a field without options. */
export async function check (
  type: FieldType, value: unknown, field: CheckedField = { dropdownOptions: null }, tools: CheckTools = noTools
): Promise<CheckResult> {
  return await type.check(value, field, tools)
}
