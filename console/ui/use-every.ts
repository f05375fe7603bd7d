import { useEffect, useRef } from 'preact/hooks'

/** Looks again and again while the page is looked at. */
export function useEvery (ms: number, look: () => unknown): void {
  const current = useRef(look)
  current.current = look
  useEffect(() => {
    const timer = setInterval(() => { if (document.visibilityState === 'visible') current.current() }, ms)
    return () => clearInterval(timer)
  }, [ms])
}
