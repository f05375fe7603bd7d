import type { Readable } from 'node:stream'
import { saysNoSpace } from '../../../basics/no-space.js'
import { gather, startProgram } from '../../analysis/inside/program.js'
import type { ProxyLimits } from '../task.js'
import { createPeaks } from './peaks.js'

/** ffmpeg ends with this code when it was asked to end. */
const ASKED_TO_END = 255

/** Signals that end ffmpeg by the file's fault, and their errors. */
const faults: Readonly<Record<string, string>> = {
  SIGXCPU: 'It takes too long',
  SIGXFSZ: 'What is made of it is too large',
  SIGSEGV: 'ffmpeg crashed',
  SIGABRT: 'ffmpeg crashed',
  SIGBUS: 'ffmpeg crashed',
  SIGFPE: 'ffmpeg crashed',
  SIGILL: 'ffmpeg crashed'
}

export interface RunOptions {
  readonly limits: ProxyLimits
  /** Seconds of the film or the sound; null if they are not known. */
  readonly duration: number | null
  /** The number of channels of the sound that comes. */
  readonly channels: number
  /** Called with a part of 1. */
  readonly onProgress: (progress: number) => void
}

export type Run =
  | { readonly failure: string }
  | { readonly failure: null, readonly peaks: ReturnType<typeof createPeaks> }

/** Runs ffmpeg, and makes a waveform of what it writes to the third pipe. Rejects if the failure is not the file's. */
export async function run (
  ffmpeg: string, command: readonly string[], { limits, duration, channels, onProgress }: RunOptions
): Promise<Run> {
  const { cpuSeconds, bytes, silentMs } = limits
  const child = startProgram(ffmpeg, command, { cpuSeconds, fileBytes: bytes }, true)
  const heard = gather(child.stderr!)
  const peaks = createPeaks(channels)
  let isSilent = false
  const giveUp = () => {
    isSilent = true
    child.kill('SIGKILL')
  }
  let timer = setTimeout(giveUp, silentMs)
  const hear = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, silentMs)
  }
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    hear()
    const microseconds = [...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1]
    if (microseconds !== undefined && duration !== null) {
      onProgress(Math.min(1, Number(microseconds) / 1_000_000 / duration))
    }
  })
  const samples = child.stdio[3] as Readable
  samples.on('data', (piece: Buffer) => {
    hear()
    peaks.add(piece)
  })
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve([code, signal]))
  }).finally(() => clearTimeout(timer))
  if (code === 0) return { failure: null, peaks }
  if (isSilent) return { failure: 'ffmpeg hangs' }
  const said = heard().trim()
  const isOurs = signal === null ? code === ASKED_TO_END || saysNoSpace(said) : !(signal in faults)
  if (isOurs) throw new Error(`ffmpeg ended with ${signal ?? code}: ${said}`)
  return { failure: signal === null ? said || `ffmpeg ended with ${code}` : faults[signal]! }
}
