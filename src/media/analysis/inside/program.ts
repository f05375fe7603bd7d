import { spawn } from 'node:child_process'
import { MEBIBYTE } from '../../../basics/units.js'

/** What a program may have, besides the memory that this process may have: more only comes of files made to take it. */
const SECONDS = 60
/** In units of 512 bytes, as the shell counts. */
const LARGEST_FILE_BLOCKS = 256 * MEBIBYTE / 512
const HEARD_CHARACTERS = 4096

/** What came of a program: what it said of its failure; null where it did what it was to do. */
export type ProgramFailure = string | null

/**
 * Runs a program on a file, with limits that the system holds. It stays in the group of this process, and so ends with
 * it: src/work/workers/program.ts is for those who do not die themselves.
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
