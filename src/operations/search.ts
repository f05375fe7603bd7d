import { openExistingDatabase } from '../database/migrations.js'
import { takeOver } from './copy/take-over.js'
import type { Progress } from './progress.js'
import { createTransact } from '../core/transact.js'
import { rebuildIndex } from '../search/build.js'
import { verifyIndex, type IndexVerification } from '../search/verify.js'

/** Rebuilds the index, while the service may be running. Throws OperatorMistake as openExistingDatabase does. */
export async function rebuildStoredIndex (
  databaseUrl: string, progress: Progress
): Promise<{ items: number, duration_ms: number }> {
  const startedAt = Date.now()
  const database = await openExistingDatabase(databaseUrl)
  try {
    const transact = createTransact({ database })
    await takeOver({ database, transact })
    let items = 0
    await rebuildIndex({ transact }, (state) => {
      if (state.built) return
      items = state.indexed
      progress.report('Indexing items', items, Math.max(items, state.total))
    })
    return { items, duration_ms: Date.now() - startedAt }
  } finally {
    progress.end()
    await database.close()
  }
}

/** Compares the index with the rows. Throws OperatorMistake as openExistingDatabase does. */
export async function verifyStoredIndex (databaseUrl: string): Promise<IndexVerification> {
  const database = await openExistingDatabase(databaseUrl)
  try {
    return await verifyIndex(database)
  } finally {
    await database.close()
  }
}
