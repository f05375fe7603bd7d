import { spawn } from 'node:child_process'
import { MEBIBYTE } from '../../../basics/units.js'

/** Limits of a program, besides the memory limit of this process. Honest files need less. */
const SECONDS = 60
/** In units of 512 bytes, as `ulimit` counts. */
const LARGEST_FILE_BLOCKS = 256 * MEBIBYTE / 512
const HEARD_CHARACTERS = 4096

/** The error output of a program; null if it succeeded. */
export type ProgramFailure = string | null

/**
 * Runs a program on a file, under limits of the system. It stays in the process group of this process, and ends with
 * it.
 */
export function runProgram (path: string, options: readonly string[]): Promise<ProgramFailure> {
  const limits = `ulimit -t ${SECONDS}; ulimit -f ${LARGEST_FILE_BLOCKS}`
  const child = spawn('/bin/sh', ['-c', `${limits}; exec "$@"`, 'sh', path, ...options], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 2 * SECONDS * 1000,
    killSignal: 'SIGKILL'
  })
  let heard = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => { heard = (heard + text).slice(0, HEARD_CHARACTERS) })
  process.once('exit', () => child.kill('SIGKILL'))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) =>
      resolve(code === 0 ? null : heard.trim() || `It ended with ${signal ?? code}`)
    )
  })
}
