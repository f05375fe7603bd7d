import fp from 'fastify-plugin'
import { networkOf } from '../../src/access/network.js'
import { digest } from '../../src/basics/secrets.js'
import { TooManyRequests } from '../../src/errors.js'

/**
 * At most RATE_LIMIT requests a minute for each key, each session, each token of a run, and each link from one network,
 * counted in each process. Without the setting nothing is counted.
 */
export default fp(async function limitRate (app) {
  const { RATE_LIMIT: max } = app.config
  if (max === 0) return
  const { default: rateLimit } = await import('@fastify/rate-limit')
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    keyGenerator: ({ session, caller, headers, remoteAddress }) => {
      // Public routes, which are not counted, have no caller.
      if (caller?.guestId !== undefined) return `link ${caller.guestId} ${networkOf(remoteAddress)}`
      if (caller?.runId !== undefined) return digest(String(headers.authorization))
      return session === null ? digest(String(headers['x-api-key'])) : `session ${session.sessionId}`
    },
    allowList: (request) => request.routeOptions.config.public === true,
    errorResponseBuilder: () => new TooManyRequests()
  })
}, { name: 'rate-limit', dependencies: ['config', 'authentication', 'failures'] })
