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
import { analysisBacklog } from '../media/analysis/analyses.js'
import { attemptAnalysis } from '../media/analysis/attempt.js'
import { createLocalFiles } from '../media/analysis/local-files.js'
import { analysisRows } from '../media/analysis/rows.js'
import { attemptProxies } from '../media/proxies/attempt.js'
import { hasFfmpeg } from '../media/proxies/render.js'
import { renderingBacklog } from '../media/proxies/renderings.js'
import { renderingRows } from '../media/proxies/rows.js'
import { openStorage, requireStorage } from '../media/storage/open.js'
import type { Config } from '../process/config.js'
import { incomingFolder } from '../process/media-folders.js'
import { releases } from '../releases.js'
import type { Claim, WorkRow } from '../work/claims/claim.js'
import type { DueRows } from '../work/claims/due-rows.js'
import { takeOver } from './copy/take-over.js'
import type { Progress } from './progress.js'
import { startWorker } from './worker.js'

/** The pause while other processes work on files, or failed ones wait. */
const WAIT_MS = 500

/**
 * Analyses all files that were not analysed, or all files again. A running service shares the work, and continues it
 * after a kill. Throws OperatorMistake.
 */
export async function analyseStoredMedia (config: Config, { again, progress }: { again: boolean, progress: Progress }) {
  const startedAt = Date.now()
  requireStorage(config)
  const database = await openExistingDatabase(config.DATABASE_URL)
  const cleaner = createRichTextCleaner()
  const counts = { done: 0, failed: 0, unsupported: 0 }
  const made = { done: 0, failed: 0, none: 0 }
  let working: ReturnType<typeof startWorker> | undefined
  try {
    const transact = createTransact({ database, consumers, releases })
    await takeOver({ database, transact })
    working = startWorker({ database, transact })
    const { worker } = working
    const proxies = config.MEDIA_PROXIES && hasFfmpeg()
    await askAgain({ database, transact }, { all: again, proxies })
    const folder = incomingFolder(config)
    await makeFolder(folder)
    const storage = openStorage(config)
    const localFiles = createLocalFiles({ storage, folder, thread: loadingInto(folder, storage) })
    const { prepare } = createMetadataValues({ database, tools: { cleanRichText: cleaner.clean } })
    const count = <Name extends string>(counts: Record<Name, number>) => (outcome: string) => {
      if (outcome in counts) counts[outcome as Name]++
    }
    const delays = config.MEDIA_RETRY_DELAYS
    const longestDelayMs = Math.max(0, ...delays) * SECOND_MS
    const dependencies = {
      database,
      transact,
      storage,
      localFiles,
      folder,
      delays,
      prepare,
      log: pino({ level: 'silent' }),
      hasProxies: () => proxies,
      longestSeconds: config.MEDIA_PROXY_MAX_SECONDS
    }
    const files = await countLeft(database, { proxies: false })
    const total = await countLeft(database, { proxies })
    /** Takes up a file and works on it. Returns whether there was one. */
    const workOn = async <Row extends WorkRow>(
      rows: DueRows<Row>, attempt: (claim: Claim<Row>) => Promise<unknown>
    ): Promise<boolean> => {
      const options = { now: new Date(), longestDelayMs, limit: 1 }
      const [claim] = await transact(systemCaller(), (tx) => rows.claim(tx, worker, options))
      if (claim !== undefined) await attempt(claim)
      return claim !== undefined
    }
    const workOnAny = async () =>
      await workOn(analysisRows, (claim) =>
        attemptAnalysis(claim, { ...dependencies, onOutcome: count(counts) }, worker.signal)) ||
      await analysisBacklog.bringForward({ database, transact }) ||
      (proxies && (await workOn(renderingRows, (claim) =>
        attemptProxies(claim, { ...dependencies, onOutcome: count(made) }, worker.signal)) ||
        await renderingBacklog.bringForward({ database, transact })))

    const work = async () => {
      for (let rest = total; rest > 0; rest = await countLeft(database, { proxies })) {
        progress.report('Analysing files', Math.max(0, total - rest), total)
        if (!await workOnAny()) await delay(WAIT_MS)
      }
    }
    await Promise.all(Array.from({ length: Math.max(1, config.MEDIA_ANALYSIS_PARALLEL) }, work))
    return { files, ...counts, ...(proxies && { proxies: made }), duration_ms: Date.now() - startedAt }
  } finally {
    progress.end()
    await working?.stop()
    await cleaner.close()
    await database.close()
  }
}

/** Fetches files in this process, as no requests wait for it. */
function loadingInto (folder: string, storage: ReturnType<typeof openStorage>) {
  return {
    load: async (key: string, partial: string, signal: AbortSignal) =>
      pipeline(await storage.read(key), createWriteStream(join(folder, partial), { flags: 'wx' }), { signal }),
    discard: (partial: string) => rm(join(folder, partial), { force: true })
  }
}
