import { servesCutroom } from '../ask.js'
import { failure, ok, skipped, type Check } from '../check.js'

/** PUBLIC_URL leads to the service, as seen from this machine. */
export const publicAddress: Check = {
  name: 'public',
  needs: ['settings'],
  async look ({ config }, signal) {
    const { PUBLIC_URL: url } = config
    if (url === undefined) return skipped('PUBLIC_URL is not set')
    const reason = await servesCutroom(url, signal)
    return reason === null
      ? ok(`${url} leads to Cutroom`)
      : failure(`${url} does not lead to Cutroom: ${reason}`, 'Start the service, and let the proxy pass requests on to it')
  }
}
