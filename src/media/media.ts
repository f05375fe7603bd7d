import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../work/loop/loop.js'
import { reachableAddresses, type Config } from '../process/config.js'
import type { Database } from '../database/database.js'
import type { Transact } from '../core/transact.js'
import type { Worker } from '../work/claims/worker.js'
import { createAnalyses } from './analysis/analyses.js'
import type { AnalysisOutcome, AttemptDependencies } from './analysis/attempt.js'
import { createLocalFiles } from './analysis/local-files.js'
import { readMetadata } from './analysis/read.js'
import { ANALYSIS_JOB } from './analysis/rows.js'
import { createBundles } from './bundles/bundles.js'
import { createDownloads } from './serve/downloads.js'
import { serve } from './serve/serve.js'
import { createFiles } from './files.js'
import type { Outcome } from './ingest/ingest.js'
import { INGEST_JOB } from './ingest/claim.js'
import { createIngests } from './ingest/ingests.js'
import type { Locations } from '../locations/locations.js'
import type { Holder } from './loose-files.js'
import type { ProxyOutcome } from './proxies/attempt.js'
import { createRenderings } from './proxies/renderings.js'
import { PROXY_JOB } from './proxies/rows.js'
import { createFileThread } from './thread/thread.js'
import { removeUnused } from './housekeeping/remove-unused.js'
import { createSigner } from './serve/signing.js'
import { createSignedUrls } from './serve/signed-urls.js'
import { createViews, type View } from './serve/views.js'
import { incomingFolder } from '../process/media-folders.js'
import { createLocalCopies } from './storage/local-copies.js'
import { openStorage } from './storage/open.js'
import { sweepMedia } from './housekeeping/sweep.js'
import { UPLOADS_JOB } from './uploads/rows.js'
import { createUploads } from './uploads/uploads.js'
import { createVersions } from './versions/versions.js'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../basics/units.js'

/** Timeouts that tests change. */
export interface MediaPatience {
  /** How long a slow file keeps its slot. Default: what slots.ts says. */
  readonly slowFileMs?: number
  /** The longest silence of ffmpeg, which reports its progress. Default: what render.ts says. */
  readonly silentProgramMs?: number
  /** How long a silent sender keeps an upload. Default: what receive.ts says. */
  readonly uploadLeaseMs?: number
  /** How often the progress of an upload is stored. Default: what piece.ts says. */
  readonly uploadNoteMs?: number
}

export interface MediaDependencies {
  readonly config: Config
  readonly database: Database
  readonly transact: Transact
  /** For background work. */
  readonly background: { readonly database: Database, readonly transact: Transact, readonly worker: Worker }
  readonly log: FastifyBaseLogger
  /** The User-Agent of requests to senders. */
  readonly userAgent: string
  /** Called with the outcome of each ingest attempt. */
  readonly onIngest?: (outcome: Outcome) => void
  /** Prepares what follows from the metadata of a file: the values of fields. */
  readonly prepareFollower: AttemptDependencies['prepare']
  /** Called with the outcome of each analysis attempt. */
  readonly onAnalysis?: (outcome: AnalysisOutcome) => void
  /** Called with the outcome of each attempt at proxies. */
  readonly onProxies?: (outcome: ProxyOutcome) => void
  /** What holds the files that belong to no asset. */
  readonly holders: readonly Holder[]
  readonly locations: Pick<Locations, 'find'>
  readonly patience?: MediaPatience
}

/** Files of assets: attached by URL, brought in by jobs, kept in a storage, served by signed URLs. */
export function createMedia (
  {
    config, database, transact, background, log, userAgent, patience = {}, onIngest, prepareFollower, onAnalysis,
    onProxies, holders, locations
  }: MediaDependencies
) {
  const storage = openStorage(config)
  const limits = { ofFile: config.MEDIA_MAX_BYTES, ofAccount: config.MEDIA_MAX_BYTES_PER_ACCOUNT ?? null }
  const folder = incomingFolder(config)
  const thread = createFileThread({
    settings: {
      folder,
      storage: { MEDIA_DIR: config.MEDIA_DIR, MEDIA_URL: config.MEDIA_URL },
      idleTimeoutMs: config.MEDIA_TIMEOUT * SECOND_MS,
      addresses: reachableAddresses(config),
      userAgent
    }
  })
  const isFetched = config.MEDIA_URL !== undefined && config.MEDIA_ANALYSIS_PARALLEL > 0
  const copies = createLocalCopies({ folder, isNeeded: isFetched })
  const ingests = createIngests({
    ...background,
    storage,
    thread,
    copies,
    log,
    onOutcome: onIngest,
    limits,
    holders,
    locations,
    delays: config.MEDIA_RETRY_DELAYS,
    versions: config.MEDIA_VERSIONS,
    parallel: config.MEDIA_PARALLEL,
    slowFileMs: patience.slowFileMs
  })
  const signer = createSigner({ database, transact })
  const signedUrls = createSignedUrls({ signer })
  const uploads = createUploads({
    database,
    transact,
    background,
    thread,
    signer,
    limits,
    holders,
    idleTimeoutMs: config.MEDIA_TIMEOUT * SECOND_MS,
    leaseMs: patience.uploadLeaseMs,
    noteEveryMs: patience.uploadNoteMs
  })
  const downloads = createDownloads({ database, transact, signedUrls })
  const bundles = createBundles({ database, transact, signedUrls, storage })

  const onFiles = {
    ...background,
    storage,
    localFiles: createLocalFiles({ storage, thread, folder, copies }),
    folder,
    delays: config.MEDIA_RETRY_DELAYS,
    log
  }
  const renderings = createRenderings({
    ...onFiles,
    isOn: config.MEDIA_PROXIES,
    parallel: config.MEDIA_PROXY_PARALLEL,
    longestSeconds: config.MEDIA_PROXY_MAX_SECONDS,
    onOutcome: onProxies,
    silentMs: patience.silentProgramMs
  })
  const analyses = createAnalyses({
    ...onFiles,
    parallel: config.MEDIA_ANALYSIS_PARALLEL,
    hasProxies: renderings.isOn,
    prepare: prepareFollower,
    onOutcome: onAnalysis
  })

  const jobs: Job[] = [
    { name: INGEST_JOB, intervalMs: 2 * SECOND_MS, run: ingests.look },
    { name: ANALYSIS_JOB, intervalMs: 2 * SECOND_MS, run: analyses.look },
    { name: PROXY_JOB, intervalMs: 2 * SECOND_MS, run: renderings.look },
    {
      name: 'media-removal',
      intervalMs: 2 * SECOND_MS,
      run: (signal, heartbeat) => removeUnused({ ...background, storage, onStep: heartbeat }, signal)
    },
    { name: UPLOADS_JOB, intervalMs: MINUTE_MS, run: uploads.clean },
    {
      name: 'media-sweep',
      intervalMs: HOUR_MS,
      run: (signal, heartbeat) => sweepMedia({ ...background, folder, onStep: heartbeat }, signal)
    }
  ]

  return {
    ...createFiles({ signedUrls }),
    versions: createVersions({ signedUrls }),
    readMetadata,
    uploads,
    /** Loads the signing secret before a transaction is open: its first use makes it, in a transaction of its own. */
    prepareToSign: async (): Promise<void> => { await signer.signMany() },
    /** Signs URLs for a caller. */
    signerFor: signedUrls.signerFor,
    openDownload: downloads.open,
    bundles,
    openView: createViews({ database, signedUrls }).open,

    /** Reads stored bytes back. Resolves to their SHA-256. */
    sumOf: thread.sum,

    serve: (file: View, method: 'GET' | 'HEAD') => serve(storage, file, method),

    /** Writes files outside of the service. */
    sendOut: thread.sendOut,
    discardSentOut: thread.discardSentOut,

    jobs,
    /** Ends all running work. It can be resumed. */
    stop: async (): Promise<void> => {
      await Promise.all([analyses.stop(), renderings.stop()])
      await ingests.stop()
      await copies.clear()
    }
  }
}

export type Media = ReturnType<typeof createMedia>
