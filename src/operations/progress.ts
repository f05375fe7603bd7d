/** Shows progress on a terminal, and nothing elsewhere. */
export interface Progress {
  /** `done` of `total`, in any unit. */
  report (what: string, done: number, total: number): void
  /** Ends the line before other output. */
  end (): void
}

/** The shortest interval of updates. A new subject is shown at once. */
const INTERVAL_MS = 100

/** One line that is overwritten, on standard error: standard output is for the result. */
export function createProgress (
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr, clock: () => number = Date.now
): Progress {
  if (!terminal.isTTY) return { report: () => {}, end: () => {} }
  let writtenAt = -Infinity
  let pending = ''
  let subject = ''
  const write = (text: string) => { terminal.write(`\r\u001B[K${text}`) }
  return {
    report (what, done, total) {
      const percent = total === 0 ? 100 : Math.min(100, Math.floor(done / total * 100))
      pending = `${what}: ${done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')} (${percent} %)`
      if (what === subject && clock() - writtenAt < INTERVAL_MS) return
      subject = what
      writtenAt = clock()
      write(pending)
    },
    end () {
      if (pending !== '') write(`${pending}\n`)
      pending = ''
    }
  }
}
