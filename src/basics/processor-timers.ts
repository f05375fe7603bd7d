import { nodeTimers, type Timers } from './timers.js'

/** On a machine that has no processor left for us, work gets this many times its delay, and no longer. */
const MOST_PATIENCE = 10

/** What the process has used of processors since its start, in ms. */
function usedMs (): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Timers for the limit of work in a thread of this process. They fire when the delay has passed and the process has
 * used as much processor time: on a busy machine work is not given up because others came first. `timers` and `used`
 * (ms) are for tests.
 */
export function createProcessorTimers (timers: Timers = nodeTimers, used: () => number = usedMs): Timers {
  return {
    setTimeout (onTime, delayMs) {
      let looks = 0
      const until = used() + delayMs
      const timer = timers.setTimeout(function look () {
        looks++
        if (used() >= until || looks === MOST_PATIENCE) onTime()
        else timer.refresh()
      }, delayMs)
      return timer
    },
    clearTimeout: (timer) => timers.clearTimeout(timer)
  }
}
