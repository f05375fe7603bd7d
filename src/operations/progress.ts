/** Tells a person how far something has come. Nothing is told where nobody watches. */
export interface Progress {
  /** `done` of `total`, in whatever unit, of one thing. */
  report (what: string, done: number, total: number): void
  /** Leaves the line, for what is printed next. */
  end (): void
}

/** The line is written anew so often at most, but for another thing. */
const INTERVAL_MS = 100

/** One line on the terminal that is written over and over; standard output is left to the answer. */
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
