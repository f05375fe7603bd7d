import { stat } from 'node:fs/promises'
import { MEBIBYTE, SECOND_MS } from '../../basics/units.js'
import { child, type ChildOptions } from '../../work/workers/child.js'
import { WorkerEnded } from '../../work/workers/station.js'
import { inOwnProcess, type Workpiece } from '../file-work/own-process.js'
import { findPrograms } from './programs.js'
import { previewSizes, type AnalysisResult, type AnalysisTask, type PreviewKind } from './task.js'

/** Limits of the process for one file. A picture of 24 megapixels takes half a second and 150 MiB. */
const LIMITS = { memoryMb: 1536, heapMb: 512 }
/**
 * Processor time grows with the file, so that a small file cannot take much of it. The first seconds are for the start,
 * on a slow machine, and for pictures with many pixels and few bytes.
 */
const CPU = { seconds: 15, secondsOfMebibyte: 2, mostSeconds: 120 }
/** An analysis may wait for disks and processors in addition to its processor time. */
const LONGEST_FOR_CPU = 2.5
/** An honest process returns less. */
const LARGEST_METADATA = MEBIBYTE

const script = new URL('./inside/main.js', import.meta.url)

/** Starts a process for one file. */
export const fileProcess = (script: URL, limits: Pick<ChildOptions, 'cpuSeconds'> = {}) => child(script, { ...LIMITS, ...limits })

/** Starts a process that analyses. */
export const analysisProcess = (limits?: Pick<ChildOptions, 'cpuSeconds'>) => fileProcess(script, limits)

export type Insight = Workpiece<AnalysisResult, PreviewKind>

/**
 * Analyses a file in a process of its own. A crash ends that process only. Temporary files are in `folder`, and are
 * named like those of the received file. Rejects if the failure is not the file's fault.
 */
export async function lookInto (
  path: string, fileId: string, folder: string, signal: AbortSignal
): Promise<Insight> {
  const { cpuSeconds, timeoutMs } = await timeFor(path)
  const insight = await inOwnProcess<AnalysisTask, AnalysisResult, PreviewKind>({
    start: analysisProcess({ cpuSeconds }),
    timeoutMs,
    signal,
    folder,
    fileId,
    kinds: previewSizes.map(([kind]) => kind),
    madeBy: (result) => result.outcome === 'done' ? result.previews : [],
    explain
  }, (previews, scratch) => ({ path, previews, scratch, programs: findPrograms() }))
  return { ...insight, result: bounded(insight.result) }
}

/** The processor time that a file of this size may take. */
export function cpuSecondsFor (bytes: number): number {
  return Math.min(CPU.mostSeconds, CPU.seconds + Math.ceil(bytes / MEBIBYTE * CPU.secondsOfMebibyte))
}

/** The time that a process may take for a file. */
export async function timeFor (path: string): Promise<{ cpuSeconds: number, timeoutMs: number }> {
  const cpuSeconds = cpuSecondsFor((await stat(path)).size)
  return { cpuSeconds, timeoutMs: LONGEST_FOR_CPU * cpuSeconds * SECOND_MS }
}

/** Whether the process died of the file. */
export function isOfFile (error: Error): error is WorkerEnded {
  return error instanceof WorkerEnded && error.reason !== 'given up' && !hasCode(error.cause)
}

/** If the process died of the file, that is the result. */
function explain (error: Error): AnalysisResult {
  if (!isOfFile(error)) throw error
  return {
    outcome: 'failed',
    error: error.reason === 'time' ? 'It takes too long' : 'The process that looked into the file died'
  }
}

/** The process could not be started. */
function hasCode (cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause
}

function bounded (result: AnalysisResult): AnalysisResult {
  return result.outcome === 'failed' || JSON.stringify(result.metadata).length <= LARGEST_METADATA
    ? result
    : { outcome: 'failed', error: 'It says too much' }
}
