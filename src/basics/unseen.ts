/** White space of any kind, control characters, and what has no width. */
export const NOT_SEEN = '\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}'

const edges = new RegExp(`^[${NOT_SEEN}]+|(?<![${NOT_SEEN}])[${NOT_SEEN}]+$`, 'gu')
const nothing = new RegExp(`^[${NOT_SEEN}]*$`, 'u')

/** A text without what one does not see at its edges. */
export function trimUnseen (text: string): string {
  return text.replace(edges, '')
}

/** Whether one sees nothing of a text. */
export function isUnseen (text: string): boolean {
  return nothing.test(text)
}
