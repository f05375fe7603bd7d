import { readFileSync } from 'node:fs'

/** The longest turn of the event loop while a request is answered. */
const MOST_MS = 100
const TICK_MS = 5
/** Or this many times what reading a plain body takes on this machine. The heaviest requests need 16 times as long. */
const MOST_PLAIN_READS = 30
/** Or this many times what reading its own body takes, which nobody can spare. */
const MOST_OWN_READS = 10
/** A plain body of 1 MiB. */
const PLAIN_BODY = `[${Array(49_900).fill('1234567890123456789').join()}]`
/** Attempts per request. A busy machine or a first run may be the cause of a blocked event loop. */
const TRIES = 4
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
  readonly #mostMs: number
  /** The number of requests begun, to see whether one came between two ticks. */
  #begun = 0

  /**
   * @param timeMs tells the processor time of the main thread
   * @param mostMs the longest turn
   */
  constructor (timeMs = threadTimeMs, mostMs = MOST_MS) {
    this.#timeMs = timeMs
    this.#mostMs = mostMs
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
      if (isAlone && now - last > this.#mostMs) {
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

/**
 * The blocks of the event loop in the last attempt. One clean attempt is enough. A request may block it for longer on a
 * machine that takes long to read JSON.
 */
export async function offencesOf (
  name: string, ask: () => Promise<{ status: number }>, body = PLAIN_BODY
): Promise<readonly string[]> {
  let offences: readonly string[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    const mostMs = Math.max(MOST_MS, MOST_PLAIN_READS * readingMs(PLAIN_BODY), MOST_OWN_READS * readingMs(body))
    const guard = new LoopGuard(threadTimeMs, mostMs)
    await guard.watch(name, ask)
    offences = guard.offences
    if (offences.length === 0) break
  }
  return offences
}

function readingMs (body: string): number {
  const before = threadTimeMs()!
  JSON.parse(body)
  return threadTimeMs()! - before
}

/** The processor time of the main thread; null if the system does not report it. */
function threadTimeMs (): number | null {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS_PER_MS
  } catch {
    return null
  }
}
