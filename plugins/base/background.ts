import fp from 'fastify-plugin'
import { addJobMetrics } from '../../src/work/loop/metrics.js'
import { createLoop, type Loop } from '../../src/work/loop/loop.js'

declare module 'fastify' {
  interface FastifyInstance { loop: Loop }
}

/** Runs the jobs of the domains. With JOBS=off another process runs most of them. */
export default fp(async function background (app) {
  const { jobs, bus, config, log, metrics } = app
  const loop = createLoop({ jobs: config.JOBS ? jobs : jobs.filter(({ everywhere }) => everywhere), bus, log })
  app.decorate('loop', loop)
  addJobMetrics({ metrics, loop })
  app.addHook('onReady', async () => loop.start())
  app.versionGuard.signal.addEventListener('abort', () => { loop.stop() })
  app.addHook('onClose', () => loop.stop())
}, { name: 'background', dependencies: ['config', 'metrics', 'transact', 'version-guard'] })
