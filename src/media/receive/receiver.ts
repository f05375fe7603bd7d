import type { Readable } from 'node:stream'
import type { OutboundClient } from '../../outbound/index.js'
import { explainFailure, explainGone, explainLength, explainNoRoom, explainPage, isPermanent } from './explain.js'
import { judge } from './judge.js'
import { isUpload, type Received, type ReceiveResult, type ReceiverSettings, type ReceiveTask } from './messages.js'
import type { PartialFile, PartialFiles } from './partial-files.js'
import { sentContentType, validatorOf } from './response.js'
import type { DiskBudget } from '../../process/disk-budget.js'
import { isUnwantedPage } from './web-page.js'
import { writeBody } from './write-body.js'

const MAX_REDIRECTS = 5
/** The longest attempt, however much arrives. */
const LONGEST_ATTEMPT_MS = 24 * 60 * 60 * 1000

export interface ReceiverDependencies {
  readonly client: Pick<OutboundClient, 'open'>
  readonly partials: PartialFiles
  readonly room: DiskBudget
  readonly settings: Pick<ReceiverSettings, 'idleTimeoutMs' | 'userAgent'>
}

export interface ReceiveOptions {
  /** Called with the head of the answer, and then with the bytes that are on disk. */
  readonly onProgress: (received: Received) => void
  readonly signal: AbortSignal
}

/** Receives files from URLs into temporary files. Each attempt resumes the one before it. */
export function createReceiver ({ client, partials, room, settings }: ReceiverDependencies) {
  const { idleTimeoutMs, userAgent } = settings

  async function receive (task: ReceiveTask, options: ReceiveOptions): Promise<ReceiveResult> {
    if (task.received === null || (task.received.bytes === 0 && !isUpload(task))) {
      return await attempt(task, null, null, options)
    }
    // A file of another process is copied, which needs room.
    const isRoom = partials.isOwn(task.received.partial) || room.fits(task.received.bytes)
    if (!isRoom && isUpload(task)) return { kind: 'broken', error: explainNoRoom(), received: task.received }
    const file = isRoom ? await partials.resume(task.fileId, task.received) : null
    if (file === null && isUpload(task)) return { kind: 'refused', error: explainGone() }
    if (file === null) return await attempt(task, null, null, options)
    const received = { ...task.received, partial: file.name }
    if (received.bytes === received.total) return await complete(file, received, task)
    if (received.validator === null) {
      await abandon(file)
      return await attempt(task, null, null, options)
    }
    options.onProgress(received)
    return await attempt(task, received, file, options)
  }

  /** Asks for the whole file, or for the rest of it. */
  async function attempt (
    task: ReceiveTask, received: Received | null, file: PartialFile | null, options: ReceiveOptions
  ): Promise<ReceiveResult> {
    const range: Record<string, string> = received === null
      ? {}
      : { range: `bytes=${received.bytes}-`, 'if-range': received.validator! }
    const answer = await client.open({
      url: task.url,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent, ...range },
      maxRedirects: MAX_REDIRECTS,
      idleTimeoutMs,
      timeoutMs: LONGEST_ATTEMPT_MS,
      signal: options.signal
    })
    if (!answer.ok) {
      await file?.close()
      if (answer.error === 'aborted') return { kind: 'stopped', received }
      const error = explainFailure(answer.error, answer.message)
      return isPermanent(answer.error) ? { kind: 'refused', error } : { kind: 'broken', error, received }
    }

    const verdict = judge(answer.status, answer.headers, received, task.limit)
    if ((verdict.kind === 'whole' || verdict.kind === 'rest') && !isRoomFor(verdict, received)) {
      answer.body.destroy()
      if (file !== null) await abandon(file)
      return { kind: 'broken', error: explainNoRoom(verdict.total), received: null }
    }
    if (verdict.kind === 'rest') {
      return await take(answer.body, file!, { ...received!, total: verdict.total }, { ...options, task })
    }
    if (verdict.kind !== 'whole') answer.body.destroy()
    if (verdict.kind === 'broken') {
      await file?.close()
      return { kind: 'broken', error: verdict.error, received }
    }
    if (file !== null) await abandon(file)
    if (verdict.kind === 'anew') return await attempt(task, null, null, options)
    if (verdict.kind === 'refused') return { kind: 'refused', error: verdict.error }

    const begun = beginFile(task.fileId, answer.body)
    return await take(answer.body, begun, {
      partial: begun.name,
      bytes: 0,
      total: verdict.total,
      validator: validatorOf(answer.headers, Date.now()),
      contentType: sentContentType(answer.headers)
    }, { ...options, task })
  }

  /** Whether the rest fits on the disk, as far as its size is known. */
  function isRoomFor (
    { kind, total }: { kind: 'whole' | 'rest', total: number | null }, received: Received | null
  ): boolean {
    return room.fits(Math.max(0, (total ?? 0) - (kind === 'rest' ? received!.bytes : 0)))
  }

  function beginFile (fileId: string, body: Readable): PartialFile {
    try {
      return partials.create(fileId)
    } catch (error) {
      body.destroy()
      throw error
    }
  }

  async function take (
    body: Readable,
    file: PartialFile,
    received: Received,
    { onProgress, task }: ReceiveOptions & { readonly task: ReceiveTask }
  ): Promise<ReceiveResult> {
    const current = { ...received, partial: file.name }
    onProgress(current)
    const failure = await writeBody(body, file, {
      total: current.total,
      limit: task.limit,
      room,
      idleTimeoutMs,
      onSynced: (bytes) => onProgress({ ...current, bytes })
    })
    if (failure === null && (current.total === null || current.total === file.size)) {
      return await complete(file, current, task)
    }
    if (failure?.kind === 'refused' || file.size > (current.total ?? Infinity)) {
      await abandon(file)
      return failure?.kind === 'refused'
        ? { kind: 'refused', error: failure.error }
        : { kind: 'broken', error: explainLength(file.size, current.total!), received: null }
    }
    if (failure?.kind === 'full') {
      await abandon(file)
      return { kind: 'broken', error: failure.error, received: null }
    }
    const kept = await keep(file, current)
    if (failure?.kind === 'stopped') return { kind: 'stopped', received: kept }
    return { kind: 'broken', error: failure?.error ?? explainLength(file.size, current.total!), received: kept }
  }

  async function complete (file: PartialFile, received: Received, task: ReceiveTask): Promise<ReceiveResult> {
    const sums = await file.finish()
    if (!isUpload(task) && await isUnwantedPage(partials.pathOf(file.name), task.filename)) {
      await partials.discard(file.name)
      return { kind: 'refused', error: explainPage() }
    }
    return { kind: 'whole', received: { ...received, partial: file.name, bytes: file.size, total: file.size }, sums }
  }

  /** Keeps the temporary file for the next attempt; null if the sender gave no validator. */
  async function keep (file: PartialFile, received: Received): Promise<Received | null> {
    const bytes = await file.sync().catch(() => 0)
    if (bytes === 0 || received.validator === null) {
      await abandon(file)
      return null
    }
    await file.close()
    return { ...received, bytes }
  }

  async function abandon (file: PartialFile): Promise<void> {
    await file.close()
    await partials.discard(file.name)
  }

  return { receive }
}

export type Receiver = ReturnType<typeof createReceiver>
