import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { Overloaded } from '../../src/errors.js'

export interface OverloadOptions {
  /** An event loop that is so late on average over a sample has more to do than it can. */
  readonly maxDelayMs?: number
  /** How often it is looked at. */
  readonly sampleMs?: number
}

/**
 * Refuses requests before the process drowns in them: what was begun is finished, what comes is told to come again.
 * Public routes answer on, so that whoever looks after the service can see how it is. The start keeps the event loop
 * busy as well, and is not held against the first requests: judged is by the first sample that has nothing of it, which
 * may be counted one sample late.
 */
export default fp<OverloadOptions>(async function overload (app, { maxDelayMs = 2000, sampleMs = 1000 }) {
  let isJudging = false
  app.addHook('onReady', async () => {
    const afterSample = (next: () => void) => setTimeout(next, sampleMs).unref()
    afterSample(() => afterSample(() => afterSample(() => { isJudging = true })))
  })

  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    maxHeapUsedBytes: 0.9 * getHeapStatistics().heap_size_limit,
    sampleInterval: sampleMs,
    pressureHandler: (request) => {
      if (isJudging && request.routeOptions.config.public !== true) throw new Overloaded()
    }
  })
}, { name: 'overload', dependencies: ['failures'] })
