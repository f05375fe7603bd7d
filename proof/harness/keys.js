/**
 * The same request with an Idempotency-Key: if no answer comes, it is sent again, and happens once.
 * @param {import('./caller.js').Request} request
 * @param {string} key
 * @returns {import('./caller.js').Request}
 */
export function withKey (request, key) {
  const keyed = { ...request, headers: { ...request.headers, 'idempotency-key': key } }
  keyed.write = { ...request.write, again: keyed }
  return keyed
}
