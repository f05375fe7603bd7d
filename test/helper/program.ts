import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, startProgram as start } from '#proof/harness/service.js'
import type { Outcome } from '#proof/harness/service.js'
import type { Test } from 'tap'
import { costing } from './costs.js'

export type { Outcome }
type Running = ReturnType<typeof start>

/** Optimising code takes a seventh of the time of a start, and pays off only in processes that live longer. */
const FOR_SHORT_LIVES = ['--no-opt', '--liftoff-only']

/** Starts a built program in an empty folder, with only the given settings. It ends with the test. */
export async function startProgram (
  t: Test, path: string, parameters: readonly string[], environment: Record<string, string>
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-program-'))
  const program = start(path, { parameters, flags: FOR_SHORT_LIVES, environment, folder })
  t.teardown(async () => {
    program.process.kill('SIGKILL')
    await program.ended
    await rm(folder, { recursive: true, force: true })
  })
  return program
}

/** Runs a built program to its end. */
export async function runProgram (
  t: Test, path: string, parameters: readonly string[], environment: Record<string, string>
): Promise<Outcome> {
  return (await startProgram(t, path, parameters, environment)).ended
}

/**
 * Starts the built service on a free port, and waits until it prints its address.
 * @param server the script of another release
 */
export async function startService (t: Test, environment: Record<string, string>, server = 'src/server.js') {
  const program = await startProgram(t, server, [], { PORT: '0', LOG_LEVEL: 'silent', ...environment })
  const { process: child, printed, ended } = program
  const url = await costing('services', () => addressOf(program))
  return {
    url,
    greeting: printed.stdout,
    pid: child.pid!,
    stop: async (signal: NodeJS.Signals = 'SIGTERM'): Promise<Outcome> => {
      child.kill(signal)
      return ended
    }
  }
}

/** Checks a refusal: exit code 1 and one line that names the mistake. */
export function isRefused (t: Test, { code, stderr }: Outcome, named: RegExp): void {
  t.equal(code, 1)
  t.match(stderr, /^[^\n]+\n$/)
  t.match(stderr, named)
}
