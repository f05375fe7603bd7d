import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { consumers } from '../consumers.js'
import { systemCaller } from '../core/caller.js'
import { createTransact } from '../core/transact.js'
import { openExistingDatabase } from '../database/migrations.js'
import { createRichTextCleaner } from '../fields/rich-text/index.js'
import { createMetadataValues } from '../fields/values/from-metadata.js'
import { makeFolder } from '../basics/folders.js'
import { SECOND_MS } from '../basics/units.js'
import { askAgain, countLeft } from '../media/analysis/again.js'
import { attemptAnalysis, type AnalysisOutcome } from '../media/analysis/attempt.js'
import { bringForward } from '../media/analysis/backlog.js'
import { createLocalFiles } from '../media/analysis/local-files.js'
import { analysisRows } from '../media/analysis/rows.js'
import { openStorage, requireStorage } from '../media/storage/open.js'
import type { Config } from '../process/config.js'
import { incomingFolder } from '../process/media-folders.js'
import { releases } from '../releases.js'
import { takeOver } from './copy/take-over.js'
import type { Progress } from './progress.js'
import { startWorker } from './worker.js'

/** The pause while other processes work on files, or failed ones wait. */
const WAIT_MS = 500

/**
 * Analyses all files that were not analysed, or all files again. A running service shares the work, and goes on after a
 * kill. Throws OperatorMistake.
 */
export async function analyseStoredMedia (config: Config, { again, progress }: { again: boolean, progress: Progress }) {
  const startedAt = Date.now()
  requireStorage(config)
  const database = await openExistingDatabase(config.DATABASE_URL)
  const cleaner = createRichTextCleaner()
  const counts = { done: 0, failed: 0, unsupported: 0 }
  let working: ReturnType<typeof startWorker> | undefined
  try {
    const transact = createTransact({ database, consumers, releases })
    await takeOver({ database, transact })
    working = startWorker({ database, transact })
    const { worker } = working
    await askAgain({ database, transact }, { all: again })
    const folder = incomingFolder(config)
    await makeFolder(folder)
    const storage = openStorage(config)
    const localFiles = createLocalFiles({ storage, folder, thread: fetchingInto(folder, storage) })
    const { prepare } = createMetadataValues({ database, tools: { cleanRichText: cleaner.clean } })
    const onOutcome = (outcome: AnalysisOutcome) => { if (outcome in counts) counts[outcome as keyof typeof counts]++ }
    const delays = config.MEDIA_RETRY_DELAYS
    const longestDelayMs = Math.max(0, ...delays) * SECOND_MS
    const dependencies = {
      database, transact, storage, localFiles, folder, delays, prepare, onOutcome, log: pino({ level: 'silent' })
    }
    const total = await countLeft(database)

    const work = async () => {
      for (let rest = total; rest > 0; rest = await countLeft(database)) {
        progress.report('Analysing files', Math.max(0, total - rest), total)
        const options = { now: new Date(), longestDelayMs, limit: 1 }
        const [claim] = await transact(systemCaller(), (tx) => analysisRows.claim(tx, worker, options))
        if (claim !== undefined) await attemptAnalysis(claim, dependencies, worker.signal)
        else if (!await bringForward({ database, transact })) await delay(WAIT_MS)
      }
    }
    await Promise.all(Array.from({ length: Math.max(1, config.MEDIA_ANALYSIS_PARALLEL) }, work))
    return { files: total, ...counts, duration_ms: Date.now() - startedAt }
  } finally {
    progress.end()
    await working?.stop()
    await cleaner.close()
    await database.close()
  }
}

/** Fetches files in this process, as no requests wait for it. */
function fetchingInto (folder: string, storage: ReturnType<typeof openStorage>) {
  return {
    fetch: async (key: string, partial: string, signal: AbortSignal) =>
      pipeline(await storage.read(key), createWriteStream(join(folder, partial), { flags: 'wx' }), { signal }),
    discard: (partial: string) => rm(join(folder, partial), { force: true })
  }
}
