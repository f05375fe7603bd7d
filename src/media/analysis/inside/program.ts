import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { MEBIBYTE } from '../../../basics/units.js'

/** Limits of a program, besides the limits of this process, which may be lower. Honest files need less. */
const SECONDS = 60
/** In units of 512 bytes, as `ulimit` counts. */
const LARGEST_FILE_BLOCKS = 256 * MEBIBYTE / 512
const HEARD_CHARACTERS = 4096
const LARGEST_OUTPUT_CHARACTERS = 65_536

export interface ProgramResult {
  /** The error output; null if the program succeeded. */
  readonly failure: string | null
  readonly output: string
}

/**
 * Runs a program on a file, under limits of the system. It stays in the process group of this process, and ends with
 * it.
 */
export function runProgram (path: string, options: readonly string[]): Promise<ProgramResult> {
  const limits = `ulimit -t ${SECONDS} 2>/dev/null; ulimit -f ${LARGEST_FILE_BLOCKS}`
  const child = spawn('/bin/sh', ['-c', `${limits}; exec "$@"`, 'sh', path, ...options], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 2 * SECONDS * 1000,
    killSignal: 'SIGKILL'
  })
  const heard = gather(child.stderr, HEARD_CHARACTERS)
  const output = gather(child.stdout, LARGEST_OUTPUT_CHARACTERS)
  process.once('exit', () => child.kill('SIGKILL'))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ failure: error.message, output: '' }))
    child.on('close', (code, signal) => resolve({
      failure: code === 0 ? null : heard().trim() || `It ended with ${signal ?? code}`,
      output: output()
    }))
  })
}

/** Reads a stream to its end, and keeps its beginning. */
function gather (stream: Readable, mostCharacters: number): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (piece: string) => { text = (text + piece).slice(0, mostCharacters) })
  return () => text
}
