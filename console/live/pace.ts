/** How often something is loaded again while others change things, however fast they do. */
const PACE_MS = 500

/**
 * Has the work done soon after a call: once for all calls of an interval, and never twice at the same time. Calls that
 * keep coming do not put it off.
 */
export function createPace (work: () => Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isCalled = false
  let isStopped = false
  function begin (): void {
    isCalled = false
    timer = setTimeout(async () => {
      await work().catch(() => {})
      timer = undefined
      if (isCalled && !isStopped) begin()
    }, PACE_MS)
  }
  return {
    call: () => {
      if (timer === undefined) begin()
      else isCalled = true
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    }
  }
}
