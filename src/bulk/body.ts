import { MEBIBYTE } from '../basics/units.js'
import { BodyTooLarge } from '../errors.js'
import { REQUEST_LIMITS } from '../http/body.js'
import { fillText, isTemplate, type AnswerOf, type Take } from './placeholders.js'

/** The largest body of a bulk, with what its placeholders fill in. */
export const LARGEST_BULK = 8 * MEBIBYTE
/** The largest body of a single request. */
const LARGEST_BODY = MEBIBYTE

/**
 * The body of an operation with its placeholders filled in: a copy if it has any, as the operation may be done again
 * with other answers. `takeOfBulk` gets the number of bytes that are filled in. Throws InvalidPlaceholder, and
 * BodyTooLarge if a single request would be refused for it.
 */
export function fillBody (body: unknown, answerOf: AnswerOf, takeOfBulk: Take): unknown {
  const { bytes, values } = measure(body)
  let left = LARGEST_BODY - bytes
  if (left < 0 || values > REQUEST_LIMITS.values) throw new BodyTooLarge()
  return hasTemplate(body) ? fill(body) : body

  function fill (value: unknown): unknown {
    if (typeof value === 'string') return isTemplate(value) ? fillText(value, answerOf, take) : value
    if (Array.isArray(value)) return value.map(fill)
    if (!isHolder(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]))
  }

  function take (bytes: number): void {
    left -= bytes
    if (left < 0) throw new BodyTooLarge()
    takeOfBulk(bytes)
  }
}

/** The bytes of a value as JSON without spaces, and the number of values in it. */
export function measure (value: unknown): { bytes: number, values: number } {
  let bytes = 0
  let values = 0
  take(value)
  return { bytes, values }

  function take (value: unknown): void {
    if (Array.isArray(value)) {
      bytes += 2 * value.length
      for (const element of value) take(element)
    } else if (isHolder(value)) {
      for (const [key, inner] of Object.entries(value)) {
        bytes += Buffer.byteLength(key) + 4
        take(inner)
      }
    } else bytes += typeof value === 'string' ? Buffer.byteLength(value) + 2 : String(value).length
    values++
  }
}

function hasTemplate (value: unknown): boolean {
  if (typeof value === 'string') return isTemplate(value)
  return isHolder(value) && Object.values(value).some(hasTemplate)
}

function isHolder (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
