import type { FieldType } from './field-type.js'
import { checkString } from './string.js'

/** A short text, stored as sent. */
export const textbox: FieldType = {
  name: 'textbox',
  check: checkString
}
