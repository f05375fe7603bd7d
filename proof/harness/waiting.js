/** The default timeout: long, as a machine may be busy. */
export const PATIENCE_MS = 120_000
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 50

/** The pause before the next look. It grows with the wait, as looking takes time from the work. */
export function pauseAfter (waitedMs) {
  return Math.min(FIRST_PAUSE_MS + waitedMs / 20, LONGEST_PAUSE_MS)
}

/**
 * Waits until a condition holds, and returns its result. Throws after the timeout.
 * @template Found
 * @param {string | (() => string)} what
 * @param {() => Promise<Found | false | undefined | null> | Found | false | undefined | null} look
 * @param {number} [patienceMs]
 * @returns {Promise<Found>}
 */
export async function eventually (what, look, patienceMs = PATIENCE_MS) {
  const begun = performance.now()
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs = performance.now() - begun) {
    const found = await look()
    if (found !== false && found !== undefined && found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waitedMs)))
  }
  throw new Error(`Waited in vain: ${typeof what === 'string' ? what : what()}`)
}

/**
 * Reads repeatedly until the result is as wanted, and returns it.
 * @template Value
 * @param {() => Promise<Value> | Value} read
 * @param {(value: Value) => boolean} isWanted
 * @param {number} [patienceMs]
 * @returns {Promise<Value>}
 */
export async function readUntil (read, isWanted, patienceMs) {
  /** @type {Value | undefined} */
  let value
  await eventually(() => `the last result is ${JSON.stringify(value)}`, async () => {
    value = await read()
    return isWanted(value)
  }, patienceMs)
  return /** @type {Value} */ (value)
}
