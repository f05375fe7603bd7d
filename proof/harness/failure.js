/** A reason why a run cannot continue or is invalid. Its message is printed without a stack. */
export class RunFailure extends Error {
  name = 'RunFailure'
  expected = true
}

/**
 * Throws RunFailure with the message unless the condition holds.
 * @param {unknown} condition
 * @param {string} message
 * @returns {asserts condition}
 */
export function ensure (condition, message) {
  if (!condition) throw new RunFailure(message)
}

/**
 * Throws TypeError unless there is a value.
 * @template Value
 * @param {Value | null | undefined} value
 * @returns {Value}
 */
export function given (value) {
  if (value === undefined || value === null) throw new TypeError('a value is missing')
  return value
}
