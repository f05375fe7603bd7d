import { Overloaded } from '../../errors.js'

/**
 * A queue with turns: each user's works keep their order, and the users take turns, so that a user with many works
 * waits for himself.
 */
export class FairQueue<Work> {
  /** The users in the order of their next turns. */
  readonly #waiting = new Map<number, Work[]>()
  readonly #mostOfOne: number

  /** `mostOfOne` bounds the waiting works of a user. */
  constructor (mostOfOne = Infinity) {
    this.#mostOfOne = mostOfOne
  }

  /** Throws Overloaded if too much of the user's work waits already. */
  add (userId: number, work: Work): void {
    const queue = this.#waiting.get(userId)
    if (queue === undefined) this.#waiting.set(userId, [work])
    else if (queue.length < this.#mostOfOne) queue.push(work)
    else throw new Overloaded()
  }

  /** The work that is taken next. */
  get next (): Work | null {
    const [queue] = this.#waiting.values()
    return queue?.[0] ?? null
  }

  /** Takes the next work of a user who may have it. */
  take (mayHave: (userId: number) => boolean = () => true): Work | null {
    for (const [userId, queue] of this.#waiting) {
      if (!mayHave(userId)) continue
      const work = queue.shift()!
      this.#waiting.delete(userId)
      if (queue.length > 0) this.#waiting.set(userId, queue)
      return work
    }
    return null
  }

  /** Removes a work that will not be done. */
  remove (userId: number, work: Work): void {
    const queue = this.#waiting.get(userId)
    const index = queue?.indexOf(work) ?? -1
    if (index < 0) return
    queue!.splice(index, 1)
    if (queue!.length === 0) this.#waiting.delete(userId)
  }
}
