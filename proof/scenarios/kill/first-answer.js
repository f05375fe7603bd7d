import { succeed } from '#proof/harness/api.js'
import { eventually } from '#proof/harness/waiting.js'

const PATIENCE_MS = 60_000

/** Milliseconds from the start of a service to its first answer that is a yes. */
export async function firstAnswer ({ url, startedAt }) {
  await eventually('the first answer', () => succeed(url, 'GET', 'user').catch(() => false), PATIENCE_MS)
  return performance.now() - startedAt
}
