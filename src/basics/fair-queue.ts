import { Overloaded } from '../errors.js'

/**
 * What waits, by who sent it: each sender's are taken in their order, and the senders take turns, so that one who sends
 * a lot waits for himself.
 */
export class FairQueue<Work> {
  /** The senders in the order of their next turns. */
  readonly #waiting = new Map<number, Work[]>()
  readonly #mostOfOne: number

  /** So many works of one sender wait at most. */
  constructor (mostOfOne = Infinity) {
    this.#mostOfOne = mostOfOne
  }

  /** Throws Overloaded where too much of the sender's waits already. */
  add (sender: number, work: Work): void {
    const queue = this.#waiting.get(sender)
    if (queue === undefined) this.#waiting.set(sender, [work])
    else if (queue.length < this.#mostOfOne) queue.push(work)
    else throw new Overloaded()
  }

  /** What is taken next. */
  get next (): Work | null {
    const [queue] = this.#waiting.values()
    return queue?.[0] ?? null
  }

  take (): Work | null {
    const [first] = this.#waiting
    if (first === undefined) return null
    const [sender, queue] = first
    const work = queue.shift()!
    this.#waiting.delete(sender)
    if (queue.length > 0) this.#waiting.set(sender, queue)
    return work
  }
}
