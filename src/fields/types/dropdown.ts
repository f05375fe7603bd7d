import type { CheckedField, FieldType } from './field-type.js'
import { checkString } from './string.js'

/** A string. Where the field has options, one of the values that stand in them. */
export const dropdown: FieldType = {
  name: 'dropdown',
  check (value, field) {
    const checked = checkString(value)
    if ('expected' in checked || isOffered(checked.value, field)) return checked
    return { expected: 'Must be one of the values in dropdown_options' }
  }
}

/** The contract does not name the keys of an option, so that a value under any of them counts. */
function isOffered (value: string, { dropdownOptions }: CheckedField): boolean {
  if (dropdownOptions === null || dropdownOptions.length === 0) return true
  return dropdownOptions.some((option) => isHash(option) && Object.values(option).includes(value))
}

function isHash (option: unknown): option is object {
  return typeof option === 'object' && option !== null && !Array.isArray(option)
}
