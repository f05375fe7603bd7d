import { boolean } from './boolean.js'
import { date } from './date.js'
import { datetime } from './datetime.js'
import { dropdown } from './dropdown.js'
import type { FieldType } from './field-type.js'
import { richText } from './rich-text.js'
import { textarea } from './textarea.js'
import { textbox } from './textbox.js'

export type { CheckedField, CheckResult, CheckTools, FieldType, StoredValue } from './field-type.js'

/**
 * Every type that a field can have, in the order of the contract. A new type is a file in this folder and a line in
 * this one.
 */
export const fieldTypes = {
  date,
  textbox,
  textarea,
  rich_text: richText,
  dropdown,
  boolean,
  datetime
} satisfies Record<string, FieldType>

export type FieldTypeName = keyof typeof fieldTypes

export const fieldTypeNames = Object.keys(fieldTypes) as FieldTypeName[]
