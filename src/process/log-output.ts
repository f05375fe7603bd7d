import { writeSync } from 'node:fs'

/** Maximum number of characters that wait for a blocked output. */
const MOST_CHARACTERS = 1024 ** 2
/** The interval of attempts at a blocked output. */
const RETRY_MS = 500
/** How long the end of the process waits for a slow reader. */
const LAST_CHANCE_MS = 1000
const LAST_CHANCE_STEP_MS = 10

export interface LogOutputOptions {
  /** Writes a part of a text and returns its length in bytes. Throws errors of the system. */
  readonly write: (bytes: Buffer) => number
  readonly mostCharacters?: number
  readonly retryMs?: number
}

/**
 * The output of the log. It never blocks: lines that cannot be written now, as the disk is full or nobody reads, are
 * tried again. Up to a bound further lines wait, beyond it they are dropped. The lines of one turn of the event loop
 * are one write.
 *
 * pino's own destination (sonic-boom 4.2) does not work like this: at the end of the process it loses lines that are
 * under way, and on a full disk it never ends, as it tries again whatever the error is.
 */
export function createLogOutput ({ write, mostCharacters = MOST_CHARACTERS, retryMs = RETRY_MS }: LogOutputOptions) {
  let lines: string[] = []
  let characters = 0
  /** The rest of a partial write: lines must stay whole. */
  let rest = Buffer.alloc(0)
  let dropped = 0
  let untold = 0
  let onRecovered = (_lines: number): void => {}
  let scheduled: NodeJS.Immediate | NodeJS.Timeout | null = null

  /** Returns the error; null if all was written. */
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
    /** Writes the waiting lines at the end of the process, unless nobody reads them. */
    end (): void {
      const deadline = performance.now() + LAST_CHANCE_MS
      const sleeper = new Int32Array(new SharedArrayBuffer(4))
      while ((flush() as NodeJS.ErrnoException | null)?.code === 'EAGAIN' && performance.now() < deadline) { Atomics.wait(sleeper, 0, 0, LAST_CHANCE_STEP_MS) }
    },
    /** Calls the listener with the number of dropped lines when the output works again. */
    tellRecovered: (listener: (lines: number) => void) => { onRecovered = listener },
    /** Dropped lines since the start. */
    get dropped () { return dropped }
  }
}

/** Standard output. Node makes a pipe non-blocking when `process.stdout` is used, as by the logger. */
export const standardOutput = createLogOutput({ write: (bytes) => writeSync(1, bytes) })

process.once('exit', standardOutput.end)
