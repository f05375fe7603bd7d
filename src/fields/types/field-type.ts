/** What is kept of a value. `null` never comes so far: it clears the value, whatever the type. */
export type StoredValue = string | boolean

/** The value to store, or the text that tells the sender what is expected instead. */
export type CheckResult = { value: StoredValue } | { expected: string }

/** What a type needs to know of the field that a value is meant for. */
export interface CheckedField {
  /** As the field's owner sent them; where there are none, or an empty array, nothing is prescribed. */
  dropdownOptions: unknown[] | null
}

/** What a type needs besides the value and the field. */
export interface CheckTools {
  /** @throws RichTextRefused where the value would cost too much to clean */
  cleanRichText: (html: string) => Promise<string>
}

/** One of the field types of section 2.6 of the contract. */
export interface FieldType {
  /** As in the contract: `rich_text`. */
  name: string
  check: (value: unknown, field: CheckedField, tools: CheckTools) => CheckResult | Promise<CheckResult>
}
