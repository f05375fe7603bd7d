import type { FastifyBaseLogger } from 'fastify'
import { HOUR_MS, SECOND_MS } from '../../basics/units.js'
import type { Background } from '../../domain.js'
import type { Finder } from '../../search/search.js'
import type { Job } from '../../work/loop/loop.js'
import type { Worker } from '../../work/claims/worker.js'
import { createBeginJob } from './begin-job.js'
import { createDueSteps } from './due.js'
import { createRetention } from './retention.js'
import { BEGIN_JOB, DUE_JOB } from './wakes.js'

interface RunJobDependencies extends Background {
  readonly worker: Worker
  readonly log: FastifyBaseLogger
  readonly finder: Pick<Finder, 'findIds'>
}

/** How long work of another process waits at most. */
const LOOK_MS = SECOND_MS

/** The jobs of runs. */
export function createRunJobs (dependencies: RunJobDependencies): Job[] {
  return [
    { name: BEGIN_JOB, intervalMs: LOOK_MS, run: createBeginJob(dependencies) },
    { name: DUE_JOB, intervalMs: LOOK_MS, run: createDueSteps(dependencies) },
    { name: 'action-retention', intervalMs: HOUR_MS, run: createRetention(dependencies) }
  ]
}
