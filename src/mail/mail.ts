import type { FastifyBaseLogger } from 'fastify'
import { firstIdAt } from '../basics/ids.js'
import { toDatabase } from '../basics/time.js'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../basics/units.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { createAttendant } from '../work/claims/attendant.js'
import type { Worker } from '../work/claims/worker.js'
import type { Job } from '../work/loop/loop.js'
import { removeRows } from '../work/pieces/pieces.js'
import { attemptMail, MAIL_RETRY_DELAYS, type MailOutcome } from './attempt.js'
import { MAIL_JOB, type WriteMessage } from './outbox/messages.js'
import { giveUpEnded, messageRows, removeOld } from './rows.js'
import type { SendMail } from './smtp.js'

/** The most messages of an account at the same time: a hanging server ties up no more connections. */
const AT_ONCE = 4
/** How long the outcome of a message is kept. */
const KEPT_MS = 7 * DAY_MS

export interface MailDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly worker: Worker
  /** Null if there is no mail server: then messages from before are given up when their links expire. */
  readonly send: SendMail | null
  readonly writers?: ReadonlyMap<string, WriteMessage>
  readonly delays?: readonly number[]
  readonly log: FastifyBaseLogger
  readonly onOutcome?: (outcome: MailOutcome) => void
}

/** Sends waiting messages in the background. Requests never wait for a mail server. */
export function createMail ({ send, worker, delays = MAIL_RETRY_DELAYS, ...dependencies }: MailDependencies) {
  const { database, transact, log } = dependencies
  const attendant = send === null
    ? null
    : createAttendant({
      rows: messageRows,
      database,
      transact,
      worker,
      log,
      longestDelayMs: Math.max(...delays) * SECOND_MS,
      mostAtOnce: AT_ONCE,
      async attend (claim, { stopping, before }) {
        await before
        return attemptMail(claim, { ...dependencies, send, delays }, stopping)
      }
    })

  async function sweep (signal: AbortSignal, onPiece: () => void): Promise<void> {
    const options = { transact, signal, onPiece }
    await removeRows(giveUpEnded, [toDatabase(new Date())], options)
    await removeRows(removeOld, [firstIdAt(new Date(Date.now() - KEPT_MS))], options)
  }

  const jobs: Job[] = [
    { name: MAIL_JOB, intervalMs: 2 * SECOND_MS, run: async () => { await attendant?.look() } },
    { name: 'mail-sweep', intervalMs: MINUTE_MS, run: sweep }
  ]

  return { jobs, stop: async () => { await attendant?.stop() } }
}

export type Mail = ReturnType<typeof createMail>
