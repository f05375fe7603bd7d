import { openProxy as openPlain } from '#proof/harness/proxy.js'
import type { Test } from 'tap'

/** A proxy that can cut connections as networks do. It ends with the test. */
export async function openProxy (t: Test, serverUrl: string) {
  const proxy = await openPlain(serverUrl)
  t.teardown(proxy.close)
  return proxy
}
