import { isLoopbackHost } from '../../process/loopback.js'
import { publicUrl, type Config } from '../../process/config.js'
import { reachWarnings } from '../../process/start-warnings.js'
import { ok, warning, type Check } from '../check.js'

/** PUBLIC_URL, HOST and NODE_ENV fit each other. */
export const address: Check = {
  name: 'address',
  needs: ['settings'],
  look ({ config }) {
    const [inReach] = reachWarnings(config)
    if (inReach !== undefined) return warning(inReach, 'NODE_ENV=production')
    const misfit = misfitOf(config)
    return misfit === null
      ? ok(`URLs begin with ${publicUrl(config)}`)
      : warning(misfit, 'PUBLIC_URL=https://…, the address at which others reach the service')
  }
}

/** URLs that lead back to whoever follows them. */
function misfitOf (config: Config): string | null {
  const { PUBLIC_URL: url, HOST, NODE_ENV } = config
  if (url === undefined) {
    return NODE_ENV === 'production' && isLoopbackHost(HOST)
      ? `PUBLIC_URL is not set: URLs begin with ${publicUrl(config)}, where others find nothing`
      : null
  }
  return isLoopbackHost(new URL(url).hostname) && !isLoopbackHost(HOST)
    ? `PUBLIC_URL is ${url}, where others find nothing, and HOST is ${HOST}, which they may reach`
    : null
}
