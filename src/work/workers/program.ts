import { killGroup, startLimited } from './limited.js'

/** Maximum number of bytes of the error output that are kept: its end. */
const COMPLAINT_BYTES = 4096

export interface ProgramOptions {
  readonly timeoutMs: number
  readonly memoryBytes: number
  /** Maximum number of bytes of standard output. Beyond it the program is killed. */
  readonly mostOutputBytes: number
  readonly folder?: string
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type ProgramResult =
  | { readonly ok: true, readonly output: Buffer }
  | { readonly ok: false, readonly reason: 'time' | 'output' | 'exit' | 'given up', readonly complaint: string }

/**
 * Runs an external program (by its absolute path) once, with limits and without an environment, and returns its output.
 * Never rejects.
 */
export function runProgram (
  program: string, parameters: readonly string[],
  { timeoutMs, memoryBytes, mostOutputBytes, folder, env, signal }: ProgramOptions
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const started = startLimited(program, parameters, {
      memoryBytes,
      env,
      folder,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    const output: Buffer[] = []
    let bytes = 0
    let complaint = ''
    let reason: 'time' | 'output' | 'exit' | 'given up' = 'exit'
    const stop = (why: typeof reason) => {
      reason = why
      killGroup(started)
    }
    const giveUp = () => stop('given up')
    const timer = setTimeout(() => stop('time'), timeoutMs)
    started.stdout!.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > mostOutputBytes) stop('output')
      else output.push(piece)
    })
    started.stderr!.on('data', (piece: Buffer) => { complaint = (complaint + piece.toString()).slice(-COMPLAINT_BYTES) })
    started.on('error', (error) => {
      complaint = error.message
      end(null)
    })
    started.on('close', end)
    if (signal?.aborted === true) giveUp()
    signal?.addEventListener('abort', giveUp)

    function end (code: number | null): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      killGroup(started)
      const isDone = code === 0 && reason === 'exit'
      resolve(isDone ? { ok: true, output: Buffer.concat(output) } : { ok: false, reason, complaint })
    }
  })
}
