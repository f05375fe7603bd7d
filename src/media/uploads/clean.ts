import { toDatabase } from '../../basics/time.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { removeLoose } from '../loose-files.js'
import type { FileThread } from '../thread/thread.js'
import * as rows from './rows.js'

/** Removals in one run. */
const MOST_REMOVED = 200

export interface CleanerDependencies {
  /** For background work. */
  readonly background: { readonly database: Database, readonly transact: Transact }
  readonly thread: Pick<FileThread, 'discard'>
  readonly clock: () => Date
}

/** Makes the job that removes abandoned and expired uploads. */
export function createCleaner ({ background, thread, clock }: CleanerDependencies) {
  /** Uploads of purged assets. */
  async function removeAbandoned (signal: AbortSignal, onStep: () => void): Promise<boolean> {
    const abandoned = await background.database.reads.sql.all(rows.listAbandoned, [MOST_REMOVED])
    for (const { id, partial } of abandoned) {
      if (signal.aborted) return false
      await thread.discard(partial)
      await background.transact(systemCaller(), async (tx) => tx.sql.run(rows.forgetPartial, [id, partial]))
      onStep()
    }
    return abandoned.length === MOST_REMOVED
  }

  /** Uploads without activity for a day. */
  async function removeExpired (signal: AbortSignal, onStep: () => void): Promise<boolean> {
    const now = toDatabase(clock())
    const expired = await background.database.reads.sql.all(rows.listExpired, [now, MOST_REMOVED])
    for (const { id, account_id: accountId, asset_id: assetId, status, partial } of expired) {
      if (signal.aborted) return false
      const removed = await background.transact(systemCaller({ id: accountId, name: '' }), async (tx) => {
        const count = await tx.sql.run(rows.removeExpired, [id, now])
        if (count > 0 && assetId === null && status === 'open') await removeLoose(tx, [id])
        return count
      })
      if (removed > 0 && partial !== null) await thread.discard(partial)
      onStep()
    }
    return expired.length === MOST_REMOVED
  }

  return async function clean (signal: AbortSignal, onStep: () => void): Promise<'more' | void> {
    const isMore = [await removeAbandoned(signal, onStep), await removeExpired(signal, onStep)]
    return isMore.includes(true) ? 'more' : undefined
  }
}
