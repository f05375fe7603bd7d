import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { MEBIBYTE } from '../../../basics/units.js'

/** Limits of a program, besides the limits of this process, which may be lower. Honest files need less. */
const SECONDS = 60
const LARGEST_FILE = 256 * MEBIBYTE
/** As `ulimit` counts. */
const BLOCK_BYTES = 512
const HEARD_CHARACTERS = 4096
const LARGEST_OUTPUT_CHARACTERS = 65_536

export interface ProgramResult {
  /** The error output; null if the program succeeded. */
  readonly failure: string | null
  readonly output: string
}

export interface ProgramLimits {
  readonly cpuSeconds: number
  /** The most bytes of each file that it writes. */
  readonly fileBytes: number
  /** All the time that it may take. */
  readonly timeoutMs?: number
}

/**
 * Starts a program, under limits of the system, behind everything else that the machine has to do. It stays in the
 * process group of this process, and ends with it. Besides its outputs it has a third pipe to write to if `hasPipe`.
 */
export function startProgram (
  path: string, options: readonly string[], { cpuSeconds, fileBytes, timeoutMs }: ProgramLimits, hasPipe = false
): ChildProcess {
  const limits = `ulimit -S -t ${cpuSeconds} 2>/dev/null; ulimit -f ${Math.ceil(fileBytes / BLOCK_BYTES)}`
  const child = spawn('/bin/sh', ['-c', `${limits}; exec nice -n 19 "$@"`, 'sh', path, ...options], {
    // The shell looks for `nice` there.
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe', hasPipe ? 'pipe' : 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL'
  })
  const end = () => { child.kill('SIGKILL') }
  process.once('exit', end)
  child.once('close', () => process.off('exit', end))
  return child
}

/** Runs a program on a file. */
export function runProgram (path: string, options: readonly string[]): Promise<ProgramResult> {
  const limits = { cpuSeconds: SECONDS, fileBytes: LARGEST_FILE, timeoutMs: 2 * SECONDS * 1000 }
  const child = startProgram(path, options, limits)
  const heard = gather(child.stderr!, HEARD_CHARACTERS)
  const output = gather(child.stdout!, LARGEST_OUTPUT_CHARACTERS)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ failure: error.message, output: '' }))
    child.on('close', (code, signal) => resolve({
      failure: code === 0 ? null : heard().trim() || `It ended with ${signal ?? code}`,
      output: output()
    }))
  })
}

/** Reads a stream to its end, and keeps its beginning. */
export function gather (stream: Readable, mostCharacters = HEARD_CHARACTERS): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (piece: string) => { text = (text + piece).slice(0, mostCharacters) })
  return () => text
}
