import { comparable } from '../../basics/texts.js'
import type { CheckedField, FieldType } from './field-type.js'
import { checkString } from './string.js'

/** A string. If the field has options, one of their values, which are compared in Unicode's form NFC. */
export const dropdown: FieldType = {
  name: 'dropdown',
  check (value, field) {
    const checked = checkString(value)
    if ('expected' in checked || isOffered(checked.value, field)) return checked
    return { expected: 'Must be one of the values in dropdown_options' }
  }
}

/** The values of options, cached: a field may have a hundred thousand, and a request may set as many values of it. */
const offers = new WeakMap<unknown[], ReadonlySet<unknown>>()

function isOffered (value: string, { dropdownOptions }: CheckedField): boolean {
  if (dropdownOptions === null || dropdownOptions.length === 0) return true
  const offer = offers.get(dropdownOptions) ?? offerOf(dropdownOptions)
  offers.set(dropdownOptions, offer)
  return offer.has(comparable(value))
}

/** The contract does not name the keys of an option, so a value under any key counts. */
function offerOf (options: readonly unknown[]): ReadonlySet<unknown> {
  const offer = new Set<unknown>()
  for (const option of options) {
    if (isHash(option)) for (const value of Object.values(option)) offer.add(typeof value === 'string' ? comparable(value) : value)
  }
  return offer
}

function isHash (option: unknown): option is object {
  return typeof option === 'object' && option !== null && !Array.isArray(option)
}
