import { writeSync } from 'node:fs'

/** So many characters wait at most for an output that takes none. */
const MOST_CHARACTERS = 1024 ** 2
/** How often an output that takes nothing is tried again. */
const RETRY_MS = 500
/** At the end of the process a reader that is behind is waited for so long, a little at a time. */
const LAST_CHANCE_MS = 1000
const LAST_CHANCE_STEP_MS = 10

export interface LogOutputOptions {
  /** Writes part of a text, and says how many bytes. Throws what the system fails with. */
  readonly write: (bytes: Buffer) => number
  readonly mostCharacters?: number
  readonly retryMs?: number
}

/**
 * Where lines of the log go. It never waits: what cannot be written now, as the disk is full or nobody reads, is tried
 * again, and what comes meanwhile is kept up to a bound and dropped beyond it. The lines of one turn of the event loop
 * are one write.
 */
export function createLogOutput ({ write, mostCharacters = MOST_CHARACTERS, retryMs = RETRY_MS }: LogOutputOptions) {
  let lines: string[] = []
  let characters = 0
  /** What was begun to be written: a line must not stop in its middle. */
  let rest = Buffer.alloc(0)
  let dropped = 0
  let untold = 0
  let onRecovered = (_lines: number): void => {}
  let scheduled: NodeJS.Immediate | NodeJS.Timeout | null = null

  /** Returns what was in the way; null where all was written. */
  function flush (): Error | null {
    scheduled = null
    if (lines.length > 0) rest = Buffer.concat([rest, Buffer.from(lines.join(''))])
    lines = []
    try {
      while (rest.length > 0) rest = rest.subarray(write(rest))
      characters = 0
    } catch (error) {
      scheduled = setTimeout(flush, retryMs).unref()
      return error as Error
    }
    if (untold > 0) {
      const told = untold
      untold = 0
      onRecovered(told)
    }
    return null
  }

  return {
    write (line: string): void {
      if (characters + line.length > mostCharacters) {
        dropped++
        untold++
        return
      }
      lines.push(line)
      characters += line.length
      scheduled ??= setImmediate(flush)
    },
    /** The last that is done: nothing that was written is lost with the process, unless nobody takes it. */
    end (): void {
      const deadline = performance.now() + LAST_CHANCE_MS
      const sleeper = new Int32Array(new SharedArrayBuffer(4))
      while ((flush() as NodeJS.ErrnoException | null)?.code === 'EAGAIN' && performance.now() < deadline) { Atomics.wait(sleeper, 0, 0, LAST_CHANCE_STEP_MS) }
    },
    /** Calls the listener when lines were dropped and others are taken again. */
    tellRecovered: (listener: (lines: number) => void) => { onRecovered = listener },
    /** How many lines were dropped since the start. */
    get dropped () { return dropped }
  }
}

/**
 * Of this process. Node makes a pipe to it one that does not block as soon as somebody asks for `process.stdout`, as
 * the logger does.
 */
export const standardOutput = createLogOutput({ write: (bytes) => writeSync(1, bytes) })

process.once('exit', standardOutput.end)
