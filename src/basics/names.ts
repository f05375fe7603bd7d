/** The names that people give themselves. Others read them in lists, in messages and in the files of other programs. */

export const NAME_RULE = 'Must not have line breaks or marks of direction'

/** What makes a name look like the text around it, or turns that text around. */
const MISLEADING = /[\n\v\f\r\u0085\u2028\u2029\p{Bidi_Control}]/u

/** White space, and characters of which nothing is seen where they stand alone. */
const EDGE = /[\s\p{Cc}\u00ad\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u2800\u3164\ufeff\uffa0]/u
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

export function isMisleading (name: string): boolean {
  return MISLEADING.test(name)
}

/** A name as it is stored: trimmed, and empty where nothing of it is seen. */
export function toName (sent: string): string {
  if (!SEEN.test(sent)) return ''
  const characters = [...sent]
  const isInside = (character: string) => !EDGE.test(character)
  return characters.slice(characters.findIndex(isInside), characters.findLastIndex(isInside) + 1).join('')
}

/** A text of a user on one line, among others: it neither breaks the line nor turns it around. */
export function onOneLine (text: string): string {
  return text.replace(/\p{Bidi_Control}+/gu, '').replace(/[\s\p{Cc}]+/gu, ' ')
}
