import { startReceiver as startPlain } from '#proof/harness/receiver.js'
import type { Received, Respond } from '#proof/harness/receiver.js'
import type { Test } from 'tap'

export { eventually, pauseAfter } from '#proof/harness/waiting.js'
export type { Received, Respond }
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A receiver on this machine. It records a request before it answers. It ends with the test. */
export async function startReceiver (t: Test, respond?: Respond) {
  const receiver = await startPlain(respond)
  t.teardown(receiver.close)
  return receiver
}
