/** A stored value. `null` is handled before this: it clears a value of any type. */
export type StoredValue = string | boolean

/** The value to store, or the text that tells the sender what is expected. */
export type CheckResult = { value: StoredValue } | { expected: string }

/** The field of a value, for its type. */
export interface CheckedField {
  /** As sent. Null or an empty array allows any value. */
  dropdownOptions: unknown[] | null
}

/** Further dependencies of types. */
export interface CheckTools {
  /**
   * @throws RichTextRefused if the value would cost too much to clean
   */
  cleanRichText: (html: string) => Promise<string>
}

/** One of the field types of section 2.6 of the contract. */
export interface FieldType {
  /** The name in the contract, such as `rich_text`. */
  name: string
  check: (value: unknown, field: CheckedField, tools: CheckTools) => CheckResult | Promise<CheckResult>
}
