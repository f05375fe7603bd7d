import { Overloaded } from '../errors.js'
import { FairQueue } from '../work/turns/fair-queue.js'

/**
 * A body with so many values of JSON, about, is heavy: it needs a hundred times the memory and time of one with a few
 * long ones.
 */
const MANY_VALUES = 20_000
/** What begins a value: `,` `[` `{` */
const BEGINNINGS = new Set([0x2c, 0x5b, 0x7b])

/** So many heavy bodies of one sender wait at most, and so much text of all. */
const MOST_OF_ONE = 16
const LARGEST_WAIT = 64 * 1024 ** 2
/** A request that has something else to wait for lets the next one go on after this time. */
const LONGEST_TURN_MS = 2000

interface Waiting {
  readonly length: number
  readonly go: (end: () => void) => void
}

/** Whether there are many values in a body. What only looks like one, in a string, counts as well. */
export function isHeavy (text: string): boolean {
  if (text.length < MANY_VALUES) return false
  let values = 0
  for (let index = 0; index < text.length; index++) {
    if (BEGINNINGS.has(text.charCodeAt(index)) && ++values === MANY_VALUES) return true
  }
  return false
}

/**
 * Requests with heavy bodies are worked on one after the other, the senders by turns: so it is one of them that is in
 * memory, and that shares the processor with everybody else.
 */
export function createHeavyTurns (longestTurnMs = LONGEST_TURN_MS) {
  const waiting = new FairQueue<Waiting>(MOST_OF_ONE)
  let waitingLength = 0
  let isTaken = false

  function letNextGo (): void {
    const next = waiting.take()
    isTaken = next !== null
    if (next === null) return
    waitingLength -= next.length
    let hasEnded = false
    const timer = setTimeout(end, longestTurnMs).unref()
    function end (): void {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      setImmediate(letNextGo)
    }
    next.go(end)
  }

  /** Waits for a turn, and gives back how to end it. Throws Overloaded where too much waits already. */
  return function take (sender: number, length: number): Promise<() => void> {
    return new Promise((resolve) => {
      if (waitingLength + length > LARGEST_WAIT) throw new Overloaded()
      waiting.add(sender, { length, go: resolve })
      waitingLength += length
      if (isTaken) return
      isTaken = true
      setImmediate(letNextGo)
    })
  }
}
