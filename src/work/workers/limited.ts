import { spawn, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { MEBIBYTE } from '../../basics/units.js'

/**
 * The limits are set by a shell that then becomes the program. The limit of memory (`-d`) counts all private writable
 * memory, whatever allocates it; macOS accepts it and does not enforce it. When memory runs out, the system ends the
 * program first. It runs at a low priority, behind the processes that answer requests. The standard input of the shell
 * is a pipe from this process, which nobody writes to: a second shell reads it, and ends the group when this process is
 * gone, however it ended. The program itself may be busy, and notice nothing.
 */
const LIMITED = `exec 9<&0
  { read -r _ <&9; kill -9 0; } &
  ulimit -d "$1" 2>/dev/null; ulimit -t "$2"; { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; shift 2
  exec nice -n 10 "$@" 9<&- </dev/null`

export interface LimitedOptions {
  readonly memoryBytes: number
  /** Processor time, for all that the process ever does. */
  readonly cpuSeconds?: number | undefined
  /** This process's environment is not handed on: it holds keys and addresses. */
  readonly env?: Readonly<Record<string, string>>
  /** The working directory. */
  readonly folder?: string | undefined
  /** Standard output, standard error, and further channels of the program. It has no input. */
  readonly output: readonly ['ignore' | 'pipe', 'ignore' | 'pipe', ...Array<'ipc'>]
}

/**
 * Starts a program with limits, in a process group of its own, so that everything that it starts can be ended with it.
 */
export function startLimited (
  program: string, parameters: readonly string[], { memoryBytes, cpuSeconds, env = {}, folder, output }: LimitedOptions
): ChildProcess {
  const kibibytes = String(Math.ceil(memoryBytes / MEBIBYTE) * 1024)
  const started = spawn('/bin/sh', ['-c', LIMITED, 'sh', kibibytes, String(cpuSeconds ?? 'unlimited'), program, ...parameters], {
    // The shell looks for `nice` there.
    env: { PATH: '/usr/bin:/bin', ...env },
    cwd: folder,
    stdio: ['pipe', ...output],
    detached: true,
    serialization: 'advanced'
  })
  // The program may end before: then nobody reads it.
  started.stdin!.on('error', () => {});
  // It keeps this process alive no more than the program does.
  (started.stdin as Socket).unref()
  return started
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
