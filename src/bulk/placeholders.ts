import { HeadersTooLarge, InvalidPlaceholder } from '../errors.js'

/** In a path every pair of braces is a placeholder; in a text only one that begins with a number. */
const IN_PATH = /\{\{([^{}]*)\}\}/g
const IN_TEXT = /\{\{(\d[^{}]*)\}\}/g
const WHOLE_TEXT = /^\{\{\d[^{}]*\}\}$/
const INDEX = /^(?:0|[1-9]\d*)$/

/** The parsed answer of an operation that succeeded; undefined for one that failed or is still to come. */
export type AnswerOf = (index: number) => unknown

type Scalar = string | number | boolean

/** The usual limit of servers for a URL. */
const LONGEST_PATH = 16 * 1024

/** Returns the text, and throws if all texts together are too long. */
export type TextBudget = (text: string) => string

export function createTextBudget (longest: number, TooLong: new () => Error): TextBudget {
  let left = longest
  return (text) => {
    left -= text.length
    if (left < 0) throw new TooLong()
    return text
  }
}

/**
 * A path with its placeholders filled in. A value is encoded, so that it is one segment of the path. Throws
 * InvalidPlaceholder, and HeadersTooLarge.
 */
export function fillPath (path: string, answerOf: AnswerOf): string {
  const room = createTextBudget(LONGEST_PATH, HeadersTooLarge)
  room(path)
  return path.replace(
    IN_PATH,
    (written, inner: string) => room(encodeURIComponent(String(valueOf(written, inner, answerOf)).toWellFormed()))
  )
}

/** Whether a text of a body contains a placeholder. */
export function isTemplate (text: string): boolean {
  return text.includes('{{') && text.search(IN_TEXT) !== -1
}

/**
 * A text of a body with its placeholders filled in. A text that is one placeholder takes the value's type: a number
 * stays one. Throws InvalidPlaceholder.
 */
export function fillText (text: string, answerOf: AnswerOf, room: TextBudget): Scalar {
  if (WHOLE_TEXT.test(text)) return valueOf(text, text.slice(2, -2), answerOf)
  return text.replace(IN_TEXT, (written, inner: string) => room(String(valueOf(written, inner, answerOf))))
}

function valueOf (written: string, inner: string, answerOf: AnswerOf): Scalar {
  const [index, ...keys] = inner.split('.')
  let value = INDEX.test(index!) && keys.length > 0 ? answerOf(Number(index)) : undefined
  for (const key of keys) value = ownValue(value, key)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new InvalidPlaceholder(written)
  }
  return value
}

/** The value of an own key. Inherited properties do not count. */
function ownValue (holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined
  if (Array.isArray(holder)) return INDEX.test(key) ? holder[Number(key)] : undefined
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined
}
