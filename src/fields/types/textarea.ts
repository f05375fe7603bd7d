import type { FieldType } from './field-type.js'
import { checkString } from './string.js'

/** A long text, stored as sent. */
export const textarea: FieldType = {
  name: 'textarea',
  check: checkString
}
