import type { FastifyBaseLogger } from 'fastify'
import type { Transact } from '../core/transact.js'
import { SECOND_MS } from '../basics/units.js'
import { toDatabase } from '../basics/time.js'
import { LeaseLost } from '../work/claims/claim.js'
import type { MessageBody, WriteMessage } from './outbox/messages.js'
import { messageRows, retryMessage, settleMessage, type MessageClaim } from './rows.js'
import { MailFailure, type SendMail } from './smtp.js'

/** Seconds between attempts. The end of the link ends them earlier. */
export const MAIL_RETRY_DELAYS = [5, 30, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400]

export type MailOutcome = 'sent' | 'retried' | 'given_up' | 'stopped' | 'left' | 'withdrawn'

export interface MailAttemptDependencies {
  readonly transact: Transact
  readonly send: SendMail
  /** For messages of some kinds, which are written when they are sent. */
  readonly writers?: ReadonlyMap<string, WriteMessage>
  readonly delays?: readonly number[]
  readonly log: FastifyBaseLogger
  readonly onOutcome?: ((outcome: MailOutcome) => void) | undefined
}

interface Ended {
  readonly outcome: MailOutcome
  readonly error?: string
  readonly dueInMs: number | null
}

/**
 * Sends a message and settles it. Returns the milliseconds until the next attempt; null if there is none. After a kill
 * between the server's acceptance and the commit it is sent again, with the same Message-ID.
 */
export async function attemptMail (
  claim: MessageClaim, dependencies: MailAttemptDependencies, stopping: AbortSignal
): Promise<number | null> {
  const { log, onOutcome } = dependencies
  const { id: messageId, kind, user_id: userId } = claim.row
  try {
    const { outcome, error, dueInMs } = await attempt(claim, dependencies, stopping)
    onOutcome?.(outcome)
    const line = { outcome, error, messageId, kind, userId }
    if (outcome === 'given_up') log.error(line, 'mail')
    else log.info(line, 'mail')
    return dueInMs
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    onOutcome?.('left')
    return null
  }
}

async function attempt (
  claim: MessageClaim, dependencies: MailAttemptDependencies, signal: AbortSignal
): Promise<Ended> {
  const { transact, send, writers, delays = MAIL_RETRY_DELAYS } = dependencies
  const { id, recipient, body, failures, created_at: createdAt, expires_at: expiresAt } = claim.row
  const settle = (status: 'sent' | 'given_up' | 'withdrawn', error: string | null) =>
    transact(claim.caller, (tx) => messageRows.update(tx, claim, settleMessage, [status, error]))
  const written = writers?.has(claim.row.kind) === true
    ? await writers.get(claim.row.kind)!(claim.row)
    : JSON.parse(body) as MessageBody
  if (written === null) {
    await settle('withdrawn', null)
    return { outcome: 'withdrawn', dueInMs: null }
  }
  try {
    await send({ id, recipient, createdAt: new Date(createdAt), ...written }, signal)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    if (signal.aborted) {
      await transact(claim.caller, (tx) => messageRows.letGo(tx, claim, tx.time))
      return { outcome: 'stopped', dueInMs: null }
    }
    const { message, isPermanent } = error
    const delay = delays[failures]
    const dueAt = Date.now() + (delay ?? 0) * SECOND_MS
    if (isPermanent || delay === undefined || dueAt >= Date.parse(expiresAt)) {
      await settle('given_up', message)
      return { outcome: 'given_up', error: message, dueInMs: null }
    }
    await transact(claim.caller, (tx) =>
      messageRows.update(tx, claim, retryMessage, [message, toDatabase(new Date(dueAt))]))
    return { outcome: 'retried', error: message, dueInMs: delay * SECOND_MS }
  }
  await settle('sent', null)
  return { outcome: 'sent', dueInMs: null }
}
