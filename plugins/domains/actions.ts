import fp from 'fastify-plugin'
import { createRunOperations } from '../../src/bulk/in-run.js'
import { createBulkRoutes } from '../../src/bulk/routes.js'
import { createUnit } from '../../src/core/unit.js'
import { bearerOf } from '../../src/http/bearer.js'
import { createSigner } from '../../src/media/serve/signing.js'
import { createClaims, type Claims } from '../../src/actions/claims/claims.js'
import { definitions, type Definitions } from '../../src/actions/definitions/definitions.js'
import { addRunMetrics } from '../../src/actions/metrics.js'
import { createTokenHeader } from '../../src/actions/reports/header.js'
import { createStepOpener, type OpenStep } from '../../src/actions/reports/open.js'
import { createReports, type Reports } from '../../src/actions/reports/report.js'
import { createStepTokens } from '../../src/actions/reports/tokens.js'
import { followDeliveries } from '../../src/actions/runs/deliveries.js'
import { createRunJobs } from '../../src/actions/runs/jobs.js'
import { createRuns, type Runs } from '../../src/actions/runs/runs.js'

declare module 'fastify' {
  interface FastifyInstance {
    actions: Definitions
    runs: Runs
    reports: Reports
    claims: Claims
  }
  interface FastifyRequest {
    /** The step whose token a program has sent. */
    step: OpenStep
  }
  interface FastifyContextConfig {
    /** For routes of programs, whose requests need the token of a step and no key. */
    ofRun?: true
  }
}

export default fp(async function actions (app) {
  const { database: { background: database }, transactInBackground: transact, worker, log, finder } = app
  app.decorate('actions', definitions)
  app.decorate('runs', createRuns({ finder }))
  app.jobs.push(...createRunJobs({ database, transact, worker, log, finder }))
  addRunMetrics({ metrics: app.metrics, database })

  const tokens = createStepTokens({ signer: createSigner({ database: app.database, transact: app.transact }) })
  const openStep = createStepOpener({ database: app.database, tokens })
  app.derivedHeaders.set(followDeliveries.kind, createTokenHeader({ database, tokens }))
  app.decorateRequest('step', null as unknown as OpenStep)
  app.addHook('onRequest', async function admitProgram (request) {
    if (request.routeOptions.config.ofRun !== true) return
    request.step = await openStep(bearerOf(request))
    request.caller = request.step.caller
    request.unit = createUnit(app, request.caller)
  })

  const claims = createClaims({ database: app.database, transact: app.transact, bus: app.bus, tokens })
  app.decorate('claims', claims)
  // Agents that wait are answered, so that a stop need not wait for them.
  app.addHook('preClose', async () => claims.stop())

  const routes = createBulkRoutes('inRun')
  app.addHook('onRoute', function collectRoute (route) {
    routes.add(app, route)
  })
  app.decorate('reports', createReports({
    operations: createRunOperations({ routes, log }),
    cascades: app.cascades,
    hasOneWriter: app.database.reads.sql.dialect.hasOneWriter
  }))
}, {
  name: 'actions',
  dependencies: ['authentication', 'database', 'transact', 'worker', 'search', 'trash', 'idempotency', 'delivery', 'metrics']
})
