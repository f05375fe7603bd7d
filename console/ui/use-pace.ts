import { useEffect, useRef } from 'preact/hooks'

/** How often a list is loaded again while others change things, however fast they do. */
const PACE_MS = 500

/**
 * Returns a function that has the work done soon after: once for all calls of an interval, and never twice at the same
 * time. Calls that keep coming do not put it off.
 */
export function usePace (work: () => Promise<unknown>): () => void {
  const current = useRef(work)
  current.current = work
  const pace = useRef<ReturnType<typeof createPace>>(undefined)
  pace.current ??= createPace(async () => current.current())
  useEffect(() => pace.current!.stop, [])
  return pace.current.call
}

function createPace (work: () => Promise<unknown>) {
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
