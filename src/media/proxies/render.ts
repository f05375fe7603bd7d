import { MEBIBYTE, SECOND_MS } from '../../basics/units.js'
import { child } from '../../work/workers/child.js'
import { WorkerEnded } from '../../work/workers/station.js'
import { inOwnProcess, type Workpiece } from '../file-work/own-process.js'
import { findPrograms } from '../analysis/programs.js'
import type { FileMetadata } from '../analysis/task.js'
import { proxyTypes, type Playback, type ProxyKind, type ProxyLimits, type ProxyResult, type ProxyTask } from './task.js'

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

export type Rendering = Workpiece<ProxyResult, ProxyKind>

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
  const limits = { ...limitsFor(metadata.duration), silentMs }
  return inOwnProcess<ProxyTask, ProxyResult, ProxyKind, number>({
    // ffmpeg inherits this as its hard limit, and has half of it as its soft one. The process itself needs less.
    start: child(script, { ...LIMITS, cpuSeconds: 2 * limits.cpuSeconds }),
    timeoutMs: Math.min(LONGEST_MS, LONGEST_FOR_CPU * limits.cpuSeconds * SECOND_MS),
    signal,
    folder,
    fileId,
    kinds: Object.keys(proxyTypes) as ProxyKind[],
    madeBy: (result) => result.outcome === 'done' ? result.proxies : [],
    explain,
    onProgress
  }, (targets, scratch) => ({ path, metadata, playback, targets, scratch, programs: { ffmpeg, ffprobe }, limits }))
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
