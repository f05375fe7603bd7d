import { BodyTooLarge } from '../errors.js'
import { createTextBudget, fillText, isTemplate, type AnswerOf } from './placeholders.js'

/** What a request on its own may send. */
const LARGEST_BODY = 1024 ** 2

interface Copied {
  readonly from: object
  readonly to: Record<string, unknown> | unknown[]
}

/**
 * The body of an operation with its placeholders filled in: a copy where it has any, as the operation may be done again
 * with other answers. Throws InvalidPlaceholder, and BodyTooLarge where a request on its own would be refused for it.
 * Bodies may be nested deeper than a call stack is.
 */
export function fillBody (body: unknown, answerOf: AnswerOf): unknown {
  requireSmall(body)
  if (!hasTemplate(body)) return body
  const room = createTextBudget(LARGEST_BODY, BodyTooLarge)
  const fill = (text: string) => isTemplate(text) ? fillText(text, answerOf, room) : text
  const root: { body?: unknown } = {}
  const waiting: Copied[] = [{ from: { body }, to: root as Record<string, unknown> }]
  for (let copied = waiting.pop(); copied !== undefined; copied = waiting.pop()) {
    for (const [key, value] of Object.entries(copied.from)) {
      let filled: unknown = typeof value === 'string' ? fill(value) : value
      if (isHolder(value)) waiting.push({ from: value, to: filled = Array.isArray(value) ? [] : {} } as Copied)
      // `__proto__` is a key like any other.
      Object.defineProperty(copied.to, key, { value: filled, writable: true, enumerable: true, configurable: true })
    }
  }
  return root.body
}

/** Throws BodyTooLarge where the body as JSON, written without spaces, is more than a request on its own may send. */
function requireSmall (body: unknown): void {
  let left = LARGEST_BODY
  const take = (bytes: number) => {
    left -= bytes
    if (left < 0) throw new BodyTooLarge()
  }
  const waiting: unknown[] = [body]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) {
      // Before anything is made of them: there may be four million.
      take(2 * value.length)
      for (const element of value) waiting.push(element)
    } else if (isHolder(value)) {
      for (const [key, inner] of Object.entries(value)) {
        take(Buffer.byteLength(key) + 4)
        waiting.push(inner)
      }
    } else take(typeof value === 'string' ? Buffer.byteLength(value) + 2 : String(value).length)
  }
}

function hasTemplate (body: unknown): boolean {
  const waiting: unknown[] = [body]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string' && isTemplate(value)) return true
    if (isHolder(value)) for (const inner of Object.values(value)) waiting.push(inner)
  }
  return false
}

function isHolder (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
