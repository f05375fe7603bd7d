import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Running {
  readonly process: ChildProcess
  /** What was printed until now. */
  readonly printed: { stdout: string, stderr: string }
  readonly ended: Promise<Outcome>
}

/** Optimising its code takes a seventh of a start, and pays only for who lives longer than these. */
const FOR_SHORT_LIVES = ['--no-opt', '--liftoff-only']

/** Starts a built program in an empty folder, with no settings but the given ones. It does not outlive the test. */
export async function startProgram (
  t: Test, path: string, parameters: readonly string[], environment: Record<string, string>
): Promise<Running> {
  const cwd = await mkdtemp(join(tmpdir(), 'cutroom-program-'))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...FOR_SHORT_LIVES, join(projectRoot, 'dist', path), ...parameters], {
    cwd,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => { printed.stdout += text })
  child.stderr.setEncoding('utf8').on('data', (text: string) => { printed.stderr += text })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...printed }))
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(cwd, { recursive: true, force: true })
  })
  return { process: child, printed, ended }
}

/** Runs a built program to its end. */
export async function runProgram (
  t: Test, path: string, parameters: readonly string[], environment: Record<string, string>
): Promise<Outcome> {
  return (await startProgram(t, path, parameters, environment)).ended
}

/** Starts the built service on a free port, and waits until it says where it is. */
export async function startService (t: Test, environment: Record<string, string>) {
  const { process: child, printed, ended } = await startProgram(t, 'src/server.js', [], {
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...environment
  })
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      // The greeting is written at once, and lines of the log may come with it.
      const found = /Cutroom serves (\S+)[^]*\n\n/.exec(printed.stdout) ??
        /"msg":"Cutroom serves (\S+)[^"]*"\}\n/.exec(printed.stdout)
      if (found !== null) resolve(found[1]!)
    }
    child.stdout!.on('data', look)
    ended.then((outcome) => reject(new Error(`The service has ended: ${JSON.stringify(outcome)}`)), reject)
  })
  return {
    url,
    greeting: printed.stdout,
    stop: async (signal: NodeJS.Signals = 'SIGTERM'): Promise<Outcome> => {
      child.kill(signal)
      return ended
    }
  }
}

/** Refused with exit code 1 and one line that names what is wrong. */
export function isRefused (t: Test, { code, stderr }: Outcome, named: RegExp): void {
  t.equal(code, 1)
  t.match(stderr, /^[^\n]+\n$/)
  t.match(stderr, named)
}
