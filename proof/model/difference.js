/** What stands in the model's answers where the contract leaves open what is there. */
export const ANY_TEXT = '(any text)'
export const ANY_NUMBER = '(any number)'
/** What stands in the place of every time, once its form is known to be right. */
export const TIME = '(time)'

/**
 * Where two answers differ first, in words; null where they are the same.
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
