import fp from 'fastify-plugin'
import { createAttempts } from '../../src/access/attempts.js'
import { createSignIn, type SignIn } from '../../src/access/sign-in.js'
import { removeEndedSessions } from '../../src/access/sessions.js'

declare module 'fastify' {
  interface FastifyInstance { signIn: SignIn }
}

const SWEEP_MS = 60_000

/** How people come in. Failures and sessions that count no more are removed. */
export default fp(async function signIn (app) {
  const { database, transact } = app
  app.decorate('signIn', createSignIn({ database, transact, attempts: createAttempts({ database, transact }) }))

  const background = { database: database.background, transact: app.transactInBackground }
  const attempts = createAttempts(background)
  app.jobs.push({
    name: 'sign-in-sweep',
    intervalMs: SWEEP_MS,
    async run (signal, heartbeat) {
      await attempts.sweep(signal, heartbeat)
      await removeEndedSessions(background.transact, signal, heartbeat)
    }
  })
}, { name: 'sign-in', dependencies: ['database', 'transact', 'authentication'] })
