import fp from 'fastify-plugin'
import { domains } from '../../src/domains.js'
import { addMediaMetrics, createAnalysisCounter, createIngestCounter, createProxyCounter } from '../../src/media/metrics.js'
import { createMedia, type Media, type MediaPatience } from '../../src/media/media.js'
import { userAgent } from '../../src/basics/version.js'

declare module 'fastify' {
  interface FastifyInstance { media: Media }
}

interface MediaOptions {
  readonly patience: MediaPatience
}

export default fp(async function media (app, { patience }: MediaOptions) {
  const { config, database, transact, log } = app
  const background = { database: database.background, transact: app.transactInBackground, worker: app.worker }
  const media = createMedia({
    config,
    database,
    transact,
    background,
    log,
    userAgent,
    patience,
    onIngest: createIngestCounter(app.metrics),
    locations: app.locations,
    holders: domains.flatMap(({ holder }) => holder ?? []),
    prepareFollower: app.metadataValues.prepare,
    onAnalysis: createAnalysisCounter(app.metrics),
    onProxies: createProxyCounter(app.metrics)
  })
  app.decorate('media', media)
  app.jobs.push(...media.jobs)
  addMediaMetrics({ metrics: app.metrics, database, mostBytes: config.MEDIA_MAX_BYTES_PER_ACCOUNT ?? null })
  app.versionGuard.signal.addEventListener('abort', () => { media.stop() })
  // The server waits for requests, and uploads may take a day.
  app.addHook('preClose', async () => { media.uploads.stop() })
  app.addHook('onClose', () => media.stop())
}, { name: 'media', dependencies: ['config', 'database', 'transact', 'worker', 'metrics', 'version-guard', 'fields', 'locations'] })
