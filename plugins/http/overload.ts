import { setTimeout as pause } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { Overloaded } from '../../src/errors.js'

export interface OverloadOptions {
  /** The average delay of the event loop, over a sample, from which on requests are refused. */
  readonly maxDelayMs?: number
  /** The length of a sample. */
  readonly sampleMs?: number
  /** Resolves when the start is over. Default: with the third sample. */
  readonly started?: Promise<void>
}

/** Samples that belong to the start. */
const STARTING = 3

/**
 * Refuses requests before the process is overwhelmed: running ones are finished, new ones get 503. Public routes always
 * answer, so that operators can look. The start also blocks the event loop, and a sample of it may be the newest for a
 * while, so requests are refused only from the third sample on.
 */
export default fp<OverloadOptions>(async function overload (app, { maxDelayMs = 2000, sampleMs = 1000, started }) {
  let isJudging = false
  app.addHook('onReady', async () => {
    (started ?? samples(STARTING, sampleMs)).then(() => { isJudging = true })
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

/** Resolves after a number of samples. They keep no process alive. */
async function samples (count: number, sampleMs: number): Promise<void> {
  for (let sample = 0; sample < count; sample++) await pause(sampleMs, undefined, { ref: false })
}
