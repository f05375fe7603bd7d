/** Placeholders in the model's answers for values that the contract leaves open. */
export const ANY_TEXT = '(any text)'
export const ANY_NUMBER = '(any number)'
/** Replaces every time of the right format. */
export const TIME = '(time)'

/**
 * The first difference between two answers, in words; null if they are the same.
 * @returns {string | null}
 */
export function difference (expected, actual, path = 'the answer') {
  if (expected === ANY_TEXT && typeof actual === 'string') return null
  if (expected === ANY_NUMBER && typeof actual === 'number') return null
  if (Object.is(expected, actual)) return null
  const isBranch = isObject(expected) && isObject(actual) && Array.isArray(expected) === Array.isArray(actual)
  if (!isBranch) return `${path}: ${print(expected)} was expected, and it is ${print(actual)}`
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const found = difference(expected[key], actual[key], `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

function isObject (value) {
  return typeof value === 'object' && value !== null
}

function print (value) {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 400)
}
