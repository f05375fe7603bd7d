import { groupBy } from '../basics/group-by.js'
import { firstIdAt, newId } from '../basics/ids.js'
import { HOUR_MS } from '../basics/units.js'
import { systemCaller } from '../core/caller.js'
import type { Transact, Transaction } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { createGate } from '../work/turns/gate.js'
import { mayReset } from '../mail/outbox/messages.js'
import { isEmail } from './email.js'
import { issueToken, type MailBase } from './password-links.js'
import { partyOf } from './network.js'
import { holdUser } from './session-writes.js'
import { findEach, type SignInUser } from './sign-in-user.js'

/** The name of the job that answers requests. */
export const FORGOTTEN_JOB = 'password-requests'

/** Requests that are written at the same time: a flood waits here, and then is refused. */
const WRITTEN_AT_ONCE = 4
const LONGEST_WAIT_MS = 10_000
/** Requests that are read at the same time: those of unknown addresses are removed by one statement. */
const READ_AT_ONCE = 1000
/** Nobody waits any more for the answer to an older one. */
const KEPT_MS = HOUR_MS

/** $1 id, $2 e-mail */
const insert = statement('password_requests_insert', () => 'INSERT INTO password_requests (id, email) VALUES ($1, $2)')

const list = statement<WaitingRequest>('password_requests_list', () => `
  SELECT id, email FROM password_requests ORDER BY id LIMIT ${READ_AT_ONCE}`)

/** $1 JSON list of ids */
const remove = statement('password_requests_remove', (sql) => `
  DELETE FROM password_requests WHERE ${sql.among('id', sql.strings('$1'))}`)

export interface ForgottenDependencies {
  readonly database: Database
  readonly transact: Transact
}

/**
 * Takes requests for a new password. Each is stored as a row, whether or not a user has the e-mail, so that all take
 * the same time. The job looks up the user.
 */
export function createForgotten ({ transact }: Pick<ForgottenDependencies, 'transact'>) {
  const gate = createGate({ atOnce: WRITTEN_AT_ONCE, longestWaitMs: LONGEST_WAIT_MS })
  return {
    /** Throws Overloaded. */
    ask: (email: string, address: string): Promise<void> =>
      gate.pass(partyOf(address), () => transact(systemCaller(), async (tx) => {
        // People type passwords into the wrong field.
        await tx.sql.run(insert, [newId(), isEmail(email) ? email : ''])
        tx.wake(FORGOTTEN_JOB)
      }))
  }
}

export type Forgotten = ReturnType<typeof createForgotten>

/** A waiting request. */
interface WaitingRequest {
  readonly id: string
  readonly email: string
}

/**
 * Answers waiting requests: a message to the user, if there is one who may sign in. Requests of unknown addresses, of
 * which there may be a flood, are removed together; several for one user are answered once.
 */
export function answerForgotten ({ database, transact }: ForgottenDependencies, mailBase: MailBase) {
  const removeAll = async (tx: Transaction, requests: readonly WaitingRequest[]): Promise<number> =>
    tx.sql.run(remove, [JSON.stringify(requests.map(({ id }) => id))])

  async function answer (user: SignInUser, requests: readonly WaitingRequest[]): Promise<void> {
    await transact(systemCaller({ id: user.account_id, name: user.account }, user.id), async (tx) => {
      // Another process may have been faster.
      if (await removeAll(tx, requests) === 0) return
      if (await mayBeSent(tx, user.id)) await issueToken(tx, { userId: user.id, kind: 'reset_password', mailBase })
    })
  }

  return async function run (signal: AbortSignal, heartbeat: () => void): Promise<'more' | void> {
    const requests = await database.reads.sql.all(list, [])
    const oldest = firstIdAt(new Date(Date.now() - KEPT_MS))
    const users = await findEach(database, requests.filter(({ id }) => id >= oldest).map(({ email }) => email))
    const userOf = ({ id, email }: WaitingRequest) => id < oldest ? null : users.get(email) ?? null
    const unknown = requests.filter((request) => userOf(request) === null)
    if (unknown.length > 0) await transact(systemCaller(), (tx) => removeAll(tx, unknown))
    heartbeat()
    const byUser = groupBy(requests.filter((request) => userOf(request) !== null), (request) => userOf(request)!.id)
    for (const ofUser of byUser.values()) {
      if (signal.aborted) return
      await answer(userOf(ofUser[0]!)!, ofUser)
      heartbeat()
    }
    if (requests.length === READ_AT_ONCE) return 'more'
  }
}

async function mayBeSent (tx: Transaction, userId: number): Promise<boolean> {
  return !(await holdUser(tx, userId)).isDisabled && await mayReset(tx, userId)
}
