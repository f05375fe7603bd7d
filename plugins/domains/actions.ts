import fp from 'fastify-plugin'
import { definitions, type Definitions } from '../../src/actions/definitions/definitions.js'
import { createRunJobs } from '../../src/actions/runs/jobs.js'
import { createRuns, type Runs } from '../../src/actions/runs/runs.js'

declare module 'fastify' {
  interface FastifyInstance {
    actions: Definitions
    runs: Runs
  }
}

export default fp(async function actions (app) {
  const { database: { background: database }, transactInBackground: transact, worker, log, finder } = app
  app.decorate('actions', definitions)
  app.decorate('runs', createRuns({ finder }))
  app.jobs.push(...createRunJobs({ database, transact, worker, log, finder }))
}, { name: 'actions', dependencies: ['authentication', 'database', 'transact', 'worker', 'search'] })
