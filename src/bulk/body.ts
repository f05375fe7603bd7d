import { BodyTooLarge } from '../errors.js'
import { REQUEST_LIMITS } from '../http/body.js'
import { createTextBudget, fillText, isTemplate, type AnswerOf } from './placeholders.js'

/** The largest body of a single request. */
const LARGEST_BODY = 1024 ** 2

/**
 * The body of an operation with its placeholders filled in: a copy if it has any, as the operation may be done again
 * with other answers. Throws InvalidPlaceholder, and BodyTooLarge if a single request would be refused for it.
 */
export function fillBody (body: unknown, answerOf: AnswerOf): unknown {
  requireSmall(body)
  if (!hasTemplate(body)) return body
  const room = createTextBudget(LARGEST_BODY, BodyTooLarge)
  return fill(body)

  function fill (value: unknown): unknown {
    if (typeof value === 'string') return isTemplate(value) ? fillText(value, answerOf, room) : value
    if (Array.isArray(value)) return value.map(fill)
    if (!isHolder(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]))
  }
}

/**
 * Throws BodyTooLarge if the body, as JSON without spaces, is larger than that of a single request may be, or has more
 * values.
 */
function requireSmall (body: unknown): void {
  let left = LARGEST_BODY
  let values = 0
  take(body)

  function take (value: unknown): void {
    if (Array.isArray(value)) {
      left -= 2 * value.length
      for (const element of value) take(element)
    } else if (isHolder(value)) {
      for (const [key, inner] of Object.entries(value)) {
        left -= Buffer.byteLength(key) + 4
        take(inner)
      }
    } else left -= typeof value === 'string' ? Buffer.byteLength(value) + 2 : String(value).length
    if (left < 0 || ++values > REQUEST_LIMITS.values) throw new BodyTooLarge()
  }
}

function hasTemplate (value: unknown): boolean {
  if (typeof value === 'string') return isTemplate(value)
  return isHolder(value) && Object.values(value).some(hasTemplate)
}

function isHolder (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
