import { randomBytes } from 'node:crypto'
import type { Transaction } from '../core/transact.js'
import { skipSequences, type GivenSequence } from '../webhooks/outbox/numbering.js'
import { CHANGES } from './append.js'
import { storeEpoch } from './log/epoch.js'
import { holdNumbers } from './numbering.js'

/** The result of a renewal. */
export interface Renewal {
  readonly epoch: string
  readonly webhooks: number
}

/**
 * Begins a new epoch of the history, as after a restore: what followed a place may now be something else. Cursors of
 * earlier epochs are refused, and no sequence of a webhook is used twice. The epoch is random, as a backup may be
 * restored several times: `given` has the sequences of the database that is replaced, where it is at hand.
 */
export async function renewHistory (tx: Transaction, given: readonly GivenSequence[] = []): Promise<Renewal> {
  await holdNumbers(tx)
  const epoch = randomBytes(8).toString('hex')
  await tx.sql.run(storeEpoch, [epoch])
  tx.wake(CHANGES)
  return { epoch, webhooks: await skipSequences(tx, given) }
}
