import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncToDisk } from '../../basics/folders.js'
import { MEBIBYTE, SECOND_MS } from '../../basics/units.js'
import { child } from '../../work/workers/child.js'
import { WorkerEnded } from '../../work/workers/station.js'
import { inOwnProcess } from '../file-work/own-process.js'
import { findPrograms } from '../analysis/programs.js'
import type { FileMetadata } from '../analysis/task.js'
import type { Playback, ProxyKind, ProxyLimits, ProxyResult, ProxyTask } from './task.js'

/** Limits of the process, and of ffmpeg. A film of 3840 × 2160 pixels takes 700 MiB. */
const LIMITS = { memoryMb: 3072, heapMb: 512 }
/** Processor time of ffmpeg. The first seconds are for the start, on a slow machine. */
const CPU = { seconds: 30, secondsOfSecond: 10 }
/** ffmpeg may wait for disks and processors in addition to its processor time. */
const LONGEST_FOR_CPU = 2.5
/** If the file does not state its duration. */
const UNKNOWN_SECONDS = 600
/** The longest wait of a timer. */
const LONGEST_MS = 2 ** 31 - 1
/**
 * The bytes that each second may take, and the rest. Films are made with 6 Mbit/s at most, for some seconds a little
 * more.
 */
const BYTES = { ofSecond: MEBIBYTE, ofRest: 64 * MEBIBYTE }
/** Films are usually made with 2 Mbit/s. */
const USUAL_BYTES_OF_SECOND = MEBIBYTE / 4
/** ffmpeg reports twice a second. */
const SILENT_MS = 5 * 60 * SECOND_MS

const script = new URL('./inside/main.js', import.meta.url)

/** ffmpeg is not on the path. */
export class NoFfmpeg extends Error {
  override name = 'NoFfmpeg'
}

/** Whether proxies can be made here. */
export function hasFfmpeg (): boolean {
  return findPrograms().ffmpeg !== null
}

export interface RenderOptions {
  readonly fileId: string
  readonly metadata: FileMetadata
  readonly playback: Playback | null
  /** The folder of temporary files. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Called with a part of 1. */
  readonly onProgress: (progress: number) => void
  /** The longest silence of ffmpeg, which reports its progress. */
  readonly silentMs?: number | undefined
}

/** The result, and the paths of what was made until it is moved. */
export interface Rendering {
  readonly result: ProxyResult
  readonly targets: ProxyTask['targets']
  /** Removes what was not moved. */
  readonly discard: () => Promise<void>
}

/** Free space that the proxies of a file may need. */
export function roomFor (duration: number | null): number {
  return BYTES.ofRest + (duration ?? UNKNOWN_SECONDS) * USUAL_BYTES_OF_SECOND
}

/**
 * Makes the proxies of a file in a process of its own. A crash ends that process only. Rejects if the failure is not
 * the file's fault.
 */
export async function render (
  path: string, { fileId, metadata, playback, folder, signal, onProgress, silentMs = SILENT_MS }: RenderOptions
): Promise<Rendering> {
  const { ffmpeg, ffprobe } = findPrograms()
  if (ffmpeg === null) throw new NoFfmpeg()
  await makeFolder(folder)
  const newPath = () => join(folder, `${fileId}.${randomUUID()}`)
  const targets: Record<ProxyKind, string> = {
    mp4: newPath(), audio: newPath(), waveform: newPath(), filmstrip: newPath()
  }
  const scratch = newPath()
  const discard = async () => {
    await Promise.all([...Object.values(targets), scratch].map((path) => rm(path, { force: true })))
  }
  const limits = { ...limitsFor(metadata.duration), silentMs }
  const options = {
    // ffmpeg inherits this as its hard limit, and has half of it as its soft one. The process itself needs less.
    start: child(script, { ...LIMITS, cpuSeconds: 2 * limits.cpuSeconds }),
    timeoutMs: Math.min(LONGEST_MS, LONGEST_FOR_CPU * limits.cpuSeconds * SECOND_MS),
    signal,
    discard
  }
  return inOwnProcess<ProxyTask, ProxyResult, Rendering, number>(options, async (ask) => {
    const task = { path, metadata, playback, targets, scratch, programs: { ffmpeg, ffprobe }, limits }
    const result = await ask(task, { onProgress }).catch(explain)
    const made = result.outcome === 'done' ? result.proxies : []
    await Promise.all(made.map(({ kind }) => syncToDisk(targets[kind])))
    return { result, targets, discard }
  })
}

/** The limits of ffmpeg for a film of this duration. */
export function limitsFor (duration: number | null): Pick<ProxyLimits, 'cpuSeconds' | 'bytes'> {
  const seconds = duration ?? UNKNOWN_SECONDS
  return {
    cpuSeconds: Math.ceil(CPU.seconds + seconds * CPU.secondsOfSecond),
    bytes: Math.ceil(BYTES.ofRest + seconds * BYTES.ofSecond)
  }
}

/** It takes too long: that is the file's fault. */
function explain (error: Error): ProxyResult {
  if (error instanceof WorkerEnded && error.reason === 'time') return { outcome: 'failed', error: 'It takes too long' }
  throw error
}
