import { randomBytes } from 'node:crypto'
import type { Transaction } from '../core/transact.js'
import { skipSequences } from '../webhooks/outbox/numbering.js'
import { CHANGES } from './append.js'
import { storeEpoch } from './epoch.js'
import { holdNumbers } from './numbering.js'

/** What a renewal has come to. */
export interface Renewal {
  readonly epoch: string
  readonly webhooks: number
}

/**
 * Begins another life of the history, where what followed may have been given out before, to be followed by something
 * else: cursors from before are refused from here on, and no sequence of a webhook is given out twice. The epoch is
 * drawn by chance, as the same backup may be restored several times.
 */
export async function renewHistory (tx: Transaction): Promise<Renewal> {
  await holdNumbers(tx)
  const epoch = randomBytes(8).toString('hex')
  await tx.sql.run(storeEpoch, [epoch])
  tx.wake(CHANGES)
  return { epoch, webhooks: await skipSequences(tx) }
}
