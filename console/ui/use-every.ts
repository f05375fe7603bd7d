import { useEffect, useRef } from 'preact/hooks'

/** Calls a function at intervals while the page is visible. */
export function useEvery (ms: number, look: () => unknown): void {
  const current = useRef(look)
  current.current = look
  useEffect(() => {
    const timer = setInterval(() => { if (document.visibilityState === 'visible') current.current() }, ms)
    return () => clearInterval(timer)
  }, [ms])
}
