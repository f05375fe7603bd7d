import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

const STEP = 1.25
const LEAST_STEPS = -3
const MOST_STEPS = 9

/** The middle of the window of pages: on which page, at which part of its height and of the whole width. */
interface Middle {
  readonly page: number
  readonly x: number
  readonly y: number
  /** Of the window of pages then. */
  width: number
  height: number
}

/** How large pages are: each fits the window of pages, or its width; larger or smaller by steps. */
export function usePageSize (
  scroller: RefObject<HTMLDivElement | null>, count: number, current: () => number, go: (page: number) => void
) {
  const isByWidth = useSignal(false)
  const steps = useSignal(0)
  const middle = useRef<Middle | null>(null)
  /** The page that is shown from its top when its size has changed. */
  const next = useRef<number | null>(null)

  function note (): void {
    const { scrollTop, scrollLeft, clientHeight, clientWidth, scrollWidth, children } = scroller.current!
    const page = current()
    const { offsetTop, offsetHeight } = children[page - 1] as HTMLElement
    middle.current = {
      page,
      width: clientWidth,
      height: clientHeight,
      y: (scrollTop + clientHeight / 2 - offsetTop) / offsetHeight,
      x: (scrollLeft + clientWidth / 2) / scrollWidth
    }
  }

  /** Whether the window of pages has another size than when its middle was noted. */
  function isResized (): boolean {
    const { clientWidth, clientHeight } = scroller.current!
    return middle.current !== null && (middle.current.width !== clientWidth || middle.current.height !== clientHeight)
  }

  function goBack (): void {
    if (middle.current === null) return
    const { page, y, x } = middle.current
    const { clientHeight, clientWidth, scrollWidth, children } = scroller.current!
    Object.assign(middle.current, { width: clientWidth, height: clientHeight })
    const { offsetTop, offsetHeight } = children[page - 1] as HTMLElement
    scroller.current!.scrollTo(x * scrollWidth - clientWidth / 2, offsetTop + y * offsetHeight - clientHeight / 2)
  }

  useLayoutEffect(() => {
    if (next.current === null) goBack()
    else go(next.current)
    next.current = null
  }, [isByWidth.value, steps.value])

  // What was in the middle stays there when the window changes.
  useEffect(() => {
    if (count === 0) return
    const watch = new ResizeObserver(goBack)
    watch.observe(scroller.current!)
    return () => watch.disconnect()
  }, [count])

  function fit (byWidth: boolean): void {
    if (steps.value === 0 && isByWidth.value === byWidth) return go(current())
    next.current = current()
    isByWidth.value = byWidth
    steps.value = 0
  }
  function change (by: number): void {
    note()
    steps.value += by
  }
  return {
    note,
    isResized,
    isByWidth: isByWidth.value,
    zoom: STEP ** steps.value,
    isPage: !isByWidth.value && steps.value === 0,
    isWidth: isByWidth.value && steps.value === 0,
    fitPage: () => fit(false),
    fitWidth: () => fit(true),
    out: steps.value > LEAST_STEPS ? () => change(-1) : null,
    in: steps.value < MOST_STEPS ? () => change(1) : null
  }
}
