import type { FastifyBaseLogger } from 'fastify'
import { firstIdAt, LAST_ID, timeOfId } from '../../basics/ids.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import type { FileThread } from '../thread/thread.js'

/** $1 id, $2 CRC */
export const keepCrc = statement('media_blobs_keep_crc', () => 'UPDATE media_blobs SET crc32 = $2 WHERE id = $1')

/** $1 after this id, $2 up to this one */
const nextWithout = statement('media_blobs_without_crc', () => `
  SELECT id, key FROM media_blobs WHERE crc32 IS NULL AND id > $1 AND id <= $2 ORDER BY id LIMIT 1`)

export interface MissingCrcsDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly thread: Pick<FileThread, 'sum'>
  readonly log: FastifyBaseLogger
  /** Called while files are read. */
  readonly onStep?: () => void
}

/**
 * Sums up the files from before there was a CRC, one after the other. A file whose bytes are not there is looked at
 * again the next time. Each process begins somewhere else, so that several rarely read the same file: that would do no
 * harm.
 */
export async function findMissingCrcs (
  { database, transact, thread, log, onStep = () => {} }: MissingCrcsDependencies, signal: AbortSignal
): Promise<void> {
  const oldest = await database.reads.sql.first<{ id: string }>(nextWithout, ['', LAST_ID])
  if (oldest === undefined) return
  const start = somewhereAfter(oldest.id)
  for (const [first, last] of [[start, LAST_ID], ['', start]] as const) {
    for (let after = first; !signal.aborted;) {
      const blob = await database.reads.sql.first<{ id: string, key: string }>(nextWithout, [after, last])
      if (blob === undefined) break
      after = blob.id
      try {
        const { crc32 } = await thread.sum(blob.key, { signal, onProgress: onStep })
        await transact(systemCaller(), async (tx) => { await tx.sql.run(keepCrc, [blob.id, crc32]) })
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, blobId: blob.id }, 'a file could not be summed up')
      }
      onStep()
    }
  }
}

function somewhereAfter (id: string): string {
  const time = timeOfId(id)
  return firstIdAt(new Date(time + Math.random() * Math.max(0, Date.now() - time)))
}
