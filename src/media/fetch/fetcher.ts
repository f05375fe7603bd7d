import type { Readable } from 'node:stream'
import type { OutboundClient } from '../../outbound/index.js'
import { explainFailure, explainNoRoom, isPermanent, WEB_PAGE } from './explain.js'
import { judge } from './judge.js'
import type { Arrived, FetchResult, FetchTask, FileThreadSettings } from '../thread/messages.js'
import type { PartialFile, PartialFiles } from '../thread/partial-files.js'
import { sentContentType, validatorOf } from './response.js'
import type { DiskBudget } from '../../process/disk-budget.js'
import { isUnwantedPage } from './web-page.js'
import type { Begun, Taker } from './take.js'

const MAX_REDIRECTS = 5
/** The longest attempt, however much arrives. */
const LONGEST_ATTEMPT_MS = 24 * 60 * 60 * 1000

export interface FetcherDependencies {
  readonly client: Pick<OutboundClient, 'open'>
  readonly partials: PartialFiles
  readonly room: DiskBudget
  readonly taker: Taker
  readonly settings: Pick<FileThreadSettings, 'idleTimeoutMs' | 'userAgent'>
}

export interface FetchOptions {
  /** Called with the head of the answer, and then with the bytes that are on disk. */
  readonly onProgress: (arrived: Arrived) => void
  readonly signal: AbortSignal
}

/** Fetches files from URLs into temporary files. Each attempt resumes the one before it. */
export function createFetcher ({ client, partials, room, taker, settings }: FetcherDependencies) {
  const { idleTimeoutMs, userAgent } = settings

  async function fetch (task: FetchTask, options: FetchOptions): Promise<FetchResult> {
    const begun = await taker.resume(task.fileId, task.arrived)
    if (begun === null) return await attempt(task, null, options)
    const { file, arrived } = begun
    if (arrived.bytes === arrived.total) return await complete(begun, task)
    if (arrived.validator === null) {
      await taker.abandon(file)
      return await attempt(task, null, options)
    }
    options.onProgress(arrived)
    return await attempt(task, begun, options)
  }

  /** Asks for the whole file, or for the rest of it. */
  async function attempt (task: FetchTask, begun: Begun | null, options: FetchOptions): Promise<FetchResult> {
    const take = (body: Readable, part: Begun) => taker.take(body, part, {
      limit: task.limit, onProgress: options.onProgress, complete: (whole) => complete(whole, task)
    })
    const arrived = begun?.arrived ?? null
    const range: Record<string, string> = arrived === null
      ? {}
      : { range: `bytes=${arrived.bytes}-`, 'if-range': arrived.validator! }
    const answer = await client.open({
      url: task.url,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent, ...range },
      maxRedirects: MAX_REDIRECTS,
      idleTimeoutMs,
      timeoutMs: LONGEST_ATTEMPT_MS,
      signal: options.signal
    })
    if (!answer.ok) {
      await begun?.file.close()
      if (answer.error === 'aborted') return { kind: 'stopped', arrived }
      const error = explainFailure(answer.error, answer.message)
      return isPermanent(answer.error) ? { kind: 'refused', error } : { kind: 'broken', error, arrived }
    }

    const verdict = judge(answer.status, answer.headers, arrived, task.limit)
    if ((verdict.kind === 'whole' || verdict.kind === 'rest') && !isRoomFor(verdict, arrived)) {
      answer.body.destroy()
      if (begun !== null) await taker.abandon(begun.file)
      return { kind: 'broken', error: explainNoRoom(verdict.total), arrived: null }
    }
    if (verdict.kind === 'rest') {
      return await take(answer.body, { ...begun!, arrived: { ...arrived!, total: verdict.total } })
    }
    if (verdict.kind !== 'whole') answer.body.destroy()
    if (verdict.kind === 'broken') {
      await begun?.file.close()
      return { kind: 'broken', error: verdict.error, arrived }
    }
    if (begun !== null) await taker.abandon(begun.file)
    if (verdict.kind === 'anew') return await attempt(task, null, options)
    if (verdict.kind === 'refused') return { kind: 'refused', error: verdict.error }

    const file = beginFile(task.fileId, answer.body)
    const head = {
      partial: file.name,
      bytes: 0,
      total: verdict.total,
      validator: validatorOf(answer.headers, Date.now()),
      contentType: sentContentType(answer.headers)
    }
    return await take(answer.body, { file, arrived: head })
  }

  /** Whether the rest fits on the disk, as far as its size is known. */
  function isRoomFor (
    { kind, total }: { kind: 'whole' | 'rest', total: number | null }, arrived: Arrived | null
  ): boolean {
    return room.fits(Math.max(0, (total ?? 0) - (kind === 'rest' ? arrived!.bytes : 0)))
  }

  function beginFile (fileId: string, body: Readable): PartialFile {
    try {
      return partials.create(fileId)
    } catch (error) {
      body.destroy()
      throw error
    }
  }

  async function complete ({ file, arrived }: Begun, { filename }: FetchTask): Promise<FetchResult> {
    const sums = await file.finish()
    if (await isUnwantedPage(partials.pathOf(file.name), filename)) {
      await partials.discard(file.name)
      return { kind: 'refused', error: WEB_PAGE }
    }
    return { kind: 'whole', arrived: { ...arrived, bytes: file.size, total: file.size }, sums }
  }

  return { fetch }
}
