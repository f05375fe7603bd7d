import { HeadersTooLarge, InvalidPlaceholder } from '../errors.js'

/** In a path braces stand for nothing else; in a text only what begins with a number is meant. */
const IN_PATH = /\{\{([^{}]*)\}\}/g
const IN_TEXT = /\{\{(\d[^{}]*)\}\}/g
const WHOLE_TEXT = /^\{\{\d[^{}]*\}\}$/
const INDEX = /^(?:0|[1-9]\d*)$/

/** The parsed answer of an operation that was done; undefined for one that has failed or is still to come. */
export type AnswerOf = (index: number) => unknown

type Scalar = string | number | boolean

/** The usual limit of servers for the first line of a request. */
const LONGEST_PATH = 16 * 1024

/** Lets texts pass as long as they are not too long together. */
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
 * A path with its placeholders filled in, so that none of them adds to the path but as a part of it. Throws
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

/** Whether a text of a body has a placeholder in it. */
export function isTemplate (text: string): boolean {
  return text.includes('{{') && text.search(IN_TEXT) !== -1
}

/**
 * A text of a body with its placeholders filled in. One that is nothing else keeps its type: a number stays one. Throws
 * InvalidPlaceholder.
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

/** The value of a key. Inherited properties do not count. */
function ownValue (holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined
  if (Array.isArray(holder)) return INDEX.test(key) ? holder[Number(key)] : undefined
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined
}
