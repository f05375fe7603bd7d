import { openProxy as openPlain } from '#proof/harness/proxy.js'
import type { Test } from 'tap'

/** A way to a server that can be cut as networks are. It goes with the test. */
export async function openProxy (t: Test, serverUrl: string) {
  const proxy = await openPlain(serverUrl)
  t.teardown(proxy.close)
  return proxy
}
