interface HandTimer {
  dueAt: number
  readonly onTime: () => void
  refresh (): HandTimer
  unref (): void
}

/** Timers whose time passes when the test says so. They are given to what is tested, in the place of Node's. */
export function createTimers () {
  const running = new Set<HandTimer>()
  let now = 0

  return {
    /** How many have begun, and neither ended nor were stopped. */
    running: () => running.size,
    setTimeout (onTime: () => void, delayMs: number): HandTimer {
      const timer: HandTimer = {
        dueAt: 0,
        onTime,
        refresh () {
          timer.dueAt = now + delayMs
          running.add(timer)
          return timer
        },
        unref () {}
      }
      return timer.refresh()
    },
    clearTimeout (timer: object | undefined): void {
      running.delete(timer as HandTimer)
    },
    /** Lets time pass, and ends the timers that are due, in their order. */
    pass (ms: number): void {
      now += ms
      for (const timer of [...running].sort((first, second) => first.dueAt - second.dueAt)) {
        if (timer.dueAt <= now && running.delete(timer)) timer.onTime()
      }
    }
  }
}
