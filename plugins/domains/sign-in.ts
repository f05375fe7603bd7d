import fp from 'fastify-plugin'
import { createAttempts } from '../../src/access/attempts.js'
import { answerForgotten, createForgotten, FORGOTTEN_JOB, type Forgotten } from '../../src/access/forgotten.js'
import { createPasswordTurns, type PasswordTurns } from '../../src/access/password-turns.js'
import { createSignIn, type SignIn } from '../../src/access/sign-in.js'
import { removeEndedSessions } from '../../src/access/sessions.js'
import { mailBase } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance {
    passwordTurns: PasswordTurns
    signIn: SignIn
    forgotten: Forgotten
  }
}

const SWEEP_MS = 60_000
const FORGOTTEN_MS = 2000

/** Signs people in. Old failures and ended sessions are removed. */
export default fp(async function signIn (app) {
  const { database, transact } = app
  const passwordTurns = createPasswordTurns()
  app.decorate('passwordTurns', passwordTurns)
  app.decorate('signIn', createSignIn({ database, transact, attempts: createAttempts(app), passwordTurns }))
  app.decorate('forgotten', createForgotten({ transact }))

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
  const base = mailBase(app.config)
  if (base === null) return
  app.jobs.push({ name: FORGOTTEN_JOB, intervalMs: FORGOTTEN_MS, run: answerForgotten(background, base) })
}, { name: 'sign-in', dependencies: ['config', 'database', 'transact', 'authentication'] })
