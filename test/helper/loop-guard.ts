import { readFileSync } from 'node:fs'

/** The longest turn of the event loop while a request is answered. */
const MOST_MS = 100
const TICK_MS = 5
const NANOSECONDS_PER_MS = 1e6

/**
 * Watches for requests that block the event loop. It measures the processor time of the main thread between two ticks
 * of a timer, which come as soon as the loop is free. Processor time is used so that no request is blamed for a busy
 * machine. Only requests that run alone are judged. Linux reports the processor time of a thread; elsewhere nothing is
 * watched.
 */
export class LoopGuard {
  /** The requests that have blocked the loop, and for how many milliseconds. */
  readonly offences: string[] = []
  #running = 0
  readonly #timeMs: () => number | null
  /** The number of requests begun, to see whether one came between two ticks. */
  #begun = 0

  /** @param timeMs tells the processor time of the main thread */
  constructor (timeMs = threadTimeMs) {
    this.#timeMs = timeMs
  }

  async watch<Result> (name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#timeMs()
    if (before === null) return work()
    const begun = ++this.#begun
    this.#running++
    let last = before
    const look = () => {
      const now = this.#timeMs()!
      const isAlone = this.#running === 1 && this.#begun === begun
      if (isAlone && now - last > MOST_MS) {
        this.offences.push(`${name} held the event loop for ${Math.round(now - last)} ms`)
      }
      last = now
    }
    const timer = setInterval(look, TICK_MS)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      look()
      this.#running--
    }
  }
}

/** The processor time of the main thread; null if the system does not report it. */
function threadTimeMs (): number | null {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS_PER_MS
  } catch {
    return null
  }
}
