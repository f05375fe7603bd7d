import type { FieldType } from './field-type.js'

/** JSON `true` and `false` only: neither `"true"` nor `1`. */
export const boolean: FieldType = {
  name: 'boolean',
  check (value) {
    if (typeof value === 'boolean') return { value }
    return { expected: 'Must be one of: <code>true</code>, <code>false</code>.' }
  }
}
