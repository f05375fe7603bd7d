import fp from 'fastify-plugin'
import { saveKeyUsage } from '../src/access/usage.js'
import { createLoop, type Job, type Loop } from '../src/background/loop.js'
import { createChangeJobs } from '../src/changes/jobs.js'
import { expireAnswers } from '../src/idempotency/expire.js'
import { createSearchJobs } from '../src/search/jobs.js'
import { purgeDue } from '../src/trash/purge.js'
import { createWebhookJobs } from '../src/webhooks/jobs.js'

declare module 'fastify' {
  interface FastifyInstance { loop: Loop }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** So long a cascade stands still at most that another process has left when it was killed. */
const CASCADES_MS = 5000

/** What is done later. With JOBS=off another process does it; key usage is each process's own. */
export default fp(async function background (app) {
  const { database: { background: database }, transactInBackground: transact, keyring, media, delivery, cascades, bus, config, log } = app
  const own: Job[] = [
    ...createChangeJobs({ database, transact }),
    { name: 'key-usage', intervalMs: MINUTE_MS, run: () => saveKeyUsage({ database, transact, keyring }) }
  ]
  const shared: Job[] = [
    { name: 'cascades', intervalMs: CASCADES_MS, run: cascades.finishLeftovers },
    { name: 'purge', intervalMs: MINUTE_MS, run: (signal, alive) => purgeDue({ database, transact, retentionDays: config.TRASH_RETENTION_DAYS, onStep: alive }, signal) },
    { name: 'idempotency-keys', intervalMs: HOUR_MS, run: (signal, alive) => expireAnswers({ database, transact, onStep: alive }, signal) },
    ...media.jobs,
    ...createSearchJobs({ transact, database }),
    ...createWebhookJobs({ database, transact, delivery })
  ]
  const loop = createLoop({ jobs: config.JOBS ? [...own, ...shared] : own, bus, log })
  app.decorate('loop', loop)
  app.addHook('onReady', async () => loop.start())
  app.addHook('onClose', async () => {
    await loop.stop()
    // A database that takes no writes any more must not keep the process from stopping.
    await saveKeyUsage({ database, transact, keyring }).catch((error: unknown) => log.error({ err: error }, 'when keys were last used could not be put down'))
  })
}, { name: 'background', dependencies: ['config', 'database', 'transact', 'authentication', 'media', 'delivery', 'cascades'] })
