import { setImmediate as turn } from 'node:timers/promises'

/** So many small steps take about a millisecond. */
const STEPS = 2000

/**
 * Cuts long work into pieces: called at each step, with what the step weighs, it lets others have a turn of the event
 * loop at some.
 */
export function createYielder (steps = STEPS): (weight?: number) => Promise<void> | undefined {
  let left = steps
  return (weight = 1) => {
    left -= weight
    if (left > 0) return
    left = steps
    return turn()
  }
}
