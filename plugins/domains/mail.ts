import fp from 'fastify-plugin'
import { createMail } from '../../src/mail/mail.js'
import { addMailMetrics, createMailCounter } from '../../src/mail/metrics.js'
import type { WriteMessage } from '../../src/mail/outbox/messages.js'
import { createSmtp } from '../../src/mail/smtp.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Write messages of some kinds when they are sent. Domains add theirs. */
    mailWriters: Map<string, WriteMessage>
  }
}

/** Sends messages in the background, if there is a mail server. */
export default fp(async function mail (app) {
  const { database, transactInBackground: transact, worker, config, metrics, log } = app
  const { SMTP_URL: server, MAIL_FROM: from, PUBLIC_URL: publicUrl } = config
  app.decorate('mailWriters', new Map())
  const mail = createMail({
    database: database.background,
    transact,
    worker,
    send: server === undefined || from === undefined ? null : createSmtp({ server, from, publicUrl: publicUrl! }),
    writers: app.mailWriters,
    log,
    onOutcome: createMailCounter(metrics)
  })
  app.jobs.push(...mail.jobs)
  addMailMetrics({ metrics, database })
  app.versionGuard.signal.addEventListener('abort', () => { mail.stop() })
  app.addHook('onClose', mail.stop)
}, { name: 'mail', dependencies: ['config', 'database', 'transact', 'worker', 'metrics', 'version-guard'] })
