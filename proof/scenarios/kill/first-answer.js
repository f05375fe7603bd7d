import { succeed } from '#proof/harness/api.js'
import { eventually } from '#proof/harness/waiting.js'

/** Milliseconds from the start of a service to its first success. */
export async function firstAnswer ({ url, startedAt }) {
  await eventually('the first answer', () => succeed(url, 'GET', 'user').catch(() => false))
  return performance.now() - startedAt
}
