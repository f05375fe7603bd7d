import { Overloaded } from '../errors.js'

/**
 * Lets so many do something at a time; the others wait for their turn in order, and none longer than until its
 * deadline.
 */
export function createSemaphore (count: number) {
  const waiting = new Set<() => void>()
  let free = count

  /** The deadline is a moment of `performance.now()`. Throws Overloaded. */
  async function acquire (deadline: number): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(enter)
        reject(new Overloaded())
      }, deadline - performance.now())
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(enter)
    })
  }

  function release (): void {
    const [next] = waiting
    if (next === undefined) {
      free++
      return
    }
    waiting.delete(next)
    next()
  }

  return { acquire, release, isTaken: () => free < count }
}
