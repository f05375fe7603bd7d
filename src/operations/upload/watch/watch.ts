import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMissingPath } from '../../../basics/missing-paths.js'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../basics/units.js'
import { createSieve } from '../../../drop-folders/looking/passed-over.js'
import { shownPath } from '../../../drop-folders/looking/paths.js'
import { walk, type Found } from '../../../drop-folders/looking/walk.js'
import { isComplete } from '../../../drop-folders/looking/whole.js'
import { OperatorMistake } from '../../../errors.js'
import { LocationGone } from '../../../locations/errors.js'
import { openFolderLocation } from '../../../locations/folder.js'
import { loadClient } from '../../../process/client.js'
import type { Progress } from '../../progress.js'
import { baseOf, mistakeOf, shown } from '../service.js'
import { createDeliver, type After, type Outcome, type Settled } from './deliver.js'
import { createDoor, Stopped, type Rules } from './door.js'
import { createReport } from './report.js'
import { createSeen } from './seen.js'

const LOOK_MS = 5 * SECOND_MS
/** Looking takes at most a tenth of the time. */
const REST = 9
const LONGEST_REST_MS = 10 * MINUTE_MS
const PARALLEL = 4
/** How long a watch that ends by itself goes on without progress. */
const PATIENCE_MS = 5 * MINUTE_MS
/** Refusals that no file gets over. */
const FOR_ALL = new Set([401, 403, 404])
const NOT_WHOLE = 'The file is not whole yet'

export interface WatchOptions {
  readonly folder: string
  /** The id of the drop folder. */
  readonly to: string
  /** The URL of the service. */
  readonly url: string
  readonly key: string
  /** What becomes of a file that is in. */
  readonly after?: After
  /** Whether it ends when all files that are there now are in. */
  readonly once?: boolean
  readonly progress: Progress
  /** Told of each file, in a line. */
  readonly tell: (line: string) => void
  /** Ends it, after the requests that are under way. */
  readonly stopping: AbortSignal
  readonly lookMs?: number
  readonly patienceMs?: number
}

/**
 * Sends what appears in a folder into a drop folder, by the rules of the latter. What is in, and how much of a file, is
 * known by the service alone. Throws OperatorMistake.
 */
export async function watchFolder ({ folder, to, after = 'keep', once = false, ...options }: WatchOptions) {
  const { key, progress, tell, stopping, lookMs = LOOK_MS, patienceMs = once ? PATIENCE_MS : Infinity } = options
  const url = baseOf(options.url)
  const startedAt = Date.now()
  const root = resolve(folder)
  const found = await stat(root).catch(() => null)
  if (found?.isDirectory() !== true) throw new OperatorMistake(`${root} is no folder`)
  const client = await loadClient()
  const counts = { done: 0, duplicate: 0 }
  const report = createReport(progress, tell)
  const ending = new AbortController()
  stopping.addEventListener('abort', () => ending.abort(new Stopped()), { once: true })
  if (stopping.aborted) ending.abort(new Stopped())
  const { signal } = ending
  const door = createDoor({
    client,
    url,
    key,
    id: to,
    stopping: signal,
    patienceMs,
    onPause: (failure) => report.onPause(failure)
  })
  const location = openFolderLocation(root)
  const deliver = createDeliver({
    door,
    location,
    after,
    stopping: signal,
    isGone: (error, statuses) => error instanceof client.CutroomError && statuses.has(error.status),
    onProgress: report.sends
  })
  const seen = createSeen()
  const active = new Map<string, Promise<void>>()
  /** How long the present look has waited for others to be sent. */
  let waitedMs = 0

  /** Throws what concerns all files. */
  const explain = (error: unknown): Outcome => {
    if (!(error instanceof client.CutroomError) || FOR_ALL.has(error.status) || door.mayPass(error)) throw error
    return { status: 'failed', assetId: null, error: error.message }
  }

  function begin (settled: Settled): void {
    const name = settled.path.toString('latin1')
    const path = shownPath(settled.path)
    const work = deliver(settled).catch(explain).then((outcome) => end(settled, path, outcome)).catch((error) => {
      ending.abort(error)
    }).finally(() => {
      active.delete(name)
      report.hasSent(path)
    })
    active.set(name, work)
  }

  function end ({ path, entry }: Settled, name: string, { status, assetId, error }: Outcome): void {
    if (status === 'changed') return seen.forget(path)
    if (status === 'failed') seen.hasFailed(path, entry, Date.now())
    else {
      counts[status]++
      seen.isIn(path, entry)
    }
    const asset = assetId === null ? '' : ` (asset ${assetId})`
    report.say(`${shown(name)}: ${status}${asset}${error === null ? '' : `: ${error}`}`)
  }

  /** Begins what has settled. Whether anything is still to be waited for. */
  async function look (number: number, { settle, only, ignore }: Rules): Promise<boolean> {
    let isWaiting = false
    const settleMs = settle * SECOND_MS
    const all = walk({
      location,
      folder: { path: '' },
      sieve: createSieve({ only, ignore }),
      moves: after === 'move',
      isTakenApart: async () => false
    })
    for await (const { path, entry } of all as AsyncGenerator<Found>) {
      signal.throwIfAborted()
      if (entry === null) {
        report.leaveOut(shownPath(path) || '.')
        continue
      }
      if (active.has(path.toString('latin1'))) continue
      const now = Date.now()
      const judged = seen.judge(path, entry, { now, look: number, settleMs })
      if (judged === 'in' || judged === 'tried') continue
      isWaiting ||= judged === 'waiting'
      if (judged === 'waiting') continue
      // Who does not stay goes by when the file was written.
      const isOld = judged === 'old' || (once && now - Number(entry.mtimeNs / 1_000_000n) > DAY_MS + settleMs)
      if (!await isComplete(location, path, entry) && !(isOld && entry.size === 0)) {
        if (isOld || once) end({ path, entry }, shownPath(path), { status: 'failed', assetId: null, error: NOT_WHOLE })
        continue
      }
      isWaiting = true
      const from = performance.now()
      while (active.size >= PARALLEL) await Promise.race(active.values())
      waitedMs += performance.now() - from
      signal.throwIfAborted()
      begin({ path, entry })
    }
    seen.endLook(number)
    return isWaiting
  }

  async function run (): Promise<void> {
    for (let number = 1; ; number++) {
      const rules = await door.rules()
      if (rules.direction === 'out') throw new OperatorMistake('Drop folder is outgoing')
      const from = performance.now()
      waitedMs = 0
      const isWaiting = await look(number, rules).catch((error: unknown) => {
        if (!(error instanceof LocationGone || isMissingPath(error))) throw error
        if (once) throw new OperatorMistake(`${root} is gone`)
        report.waits(`${root} is gone`)
        return true
      })
      if (once && !isWaiting && active.size === 0) return
      const restMs = once ? 0 : Math.min((performance.now() - from - waitedMs) * REST, LONGEST_REST_MS)
      const pauseMs = Math.min(lookMs, rules.settle * SECOND_MS, once ? SECOND_MS : Infinity)
      await sleep(Math.max(pauseMs, restMs), undefined, { signal }).catch(() => {})
    }
  }

  try {
    await run()
  } catch (error) {
    ending.abort(error)
    await Promise.allSettled(active.values())
    if (!(signal.reason instanceof Stopped)) throw mistakeOf(signal.reason, client, url)
  } finally {
    progress.end()
  }
  return { ...counts, failed: seen.failed(), left_out: report.leftOut(), duration_ms: Date.now() - startedAt }
}
