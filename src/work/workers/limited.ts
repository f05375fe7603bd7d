import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { MEBIBYTE } from '../../basics/units.js'

/**
 * The limits are set by a shell that then becomes the program. What a process writes into (`-d`) counts, whatever
 * allocates it; macOS knows the limit and does not hold it. Processor time is held also where nobody is left to look
 * after the process. Where memory runs out the system is to end this process
 * first; and it stands back behind those that answer requests.
 */
const LIMITED = `ulimit -d "$1" 2>/dev/null; ulimit -t "$2"; shift; { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; shift
  exec nice -n 10 "$@"`

export interface LimitedOptions {
  readonly memoryBytes: number
  /** Processor time, for all that the process ever does. */
  readonly cpuSeconds?: number | undefined
  /** This process's environment is not handed on: it holds keys and addresses. */
  readonly env?: Readonly<Record<string, string>>
  /** The working directory. */
  readonly folder?: string | undefined
  readonly stdio: StdioOptions
}

/**
 * Starts a program with limits, in a process group of its own, so that everything that it starts can be ended with it.
 */
export function startLimited (
  program: string, parameters: readonly string[], { memoryBytes, cpuSeconds, env = {}, folder, stdio }: LimitedOptions
): ChildProcess {
  const kibibytes = String(Math.ceil(memoryBytes / MEBIBYTE) * 1024)
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', kibibytes, String(cpuSeconds ?? 'unlimited'), program, ...parameters], {
    // The shell looks for `nice` there.
    env: { PATH: '/usr/bin:/bin', ...env },
    cwd: folder,
    stdio,
    detached: true,
    serialization: 'advanced'
  })
}

/** Kills a process and everything that it has started. */
export function killGroup ({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
