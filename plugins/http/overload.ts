import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { Overloaded } from '../../src/errors.js'

export interface OverloadOptions {
  /** The average delay of the event loop, over a sample, from which on requests are refused. */
  readonly maxDelayMs?: number
  /** The length of a sample. */
  readonly sampleMs?: number
}

/**
 * Refuses requests before the process is overwhelmed: running ones are finished, new ones get 503. Public routes always
 * answer, so that operators can look. The start also blocks the event loop, and a sample of it may be the newest for a
 * while, so requests are refused only from the third sample on.
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
