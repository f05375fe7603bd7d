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

/** Told how many bytes a placeholder adds in place of itself. Throws if they are too many. */
export type Take = (bytes: number) => void

/**
 * A path with its placeholders filled in. A value is encoded, so that it is one segment of the path. Throws
 * InvalidPlaceholder, and HeadersTooLarge.
 */
export function fillPath (path: string, answerOf: AnswerOf, takeOfBulk: Take): string {
  let left = LONGEST_PATH
  const take = (bytes: number) => {
    left -= bytes
    if (left < 0) throw new HeadersTooLarge()
  }
  take(path.length)
  return path.replace(IN_PATH, (written, inner: string) => {
    const text = encodeURIComponent(String(valueOf(written, inner, answerOf)).toWellFormed())
    take(text.length)
    takeOfBulk(text.length)
    return text
  })
}

/** Whether a text of a body contains a placeholder. */
export function isTemplate (text: string): boolean {
  return text.includes('{{') && text.search(IN_TEXT) !== -1
}

/**
 * A text of a body with its placeholders filled in. A text that is one placeholder takes the value's type: a number
 * stays one. Throws InvalidPlaceholder.
 */
export function fillText (text: string, answerOf: AnswerOf, take: Take): Scalar {
  const valueFor = (written: string) => {
    const value = valueOf(written, written.slice(2, -2), answerOf)
    take(Buffer.byteLength(String(value)) - Buffer.byteLength(written))
    return value
  }
  return WHOLE_TEXT.test(text) ? valueFor(text) : text.replace(IN_TEXT, (written) => String(valueFor(written)))
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
