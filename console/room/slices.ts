import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** How many comments are added in one turn, on each side. */
const SLICE = 20

interface Slices {
  readonly first: number
  /** Behind the last. */
  readonly end: number
  /** Whether all are there. */
  readonly isWhole: boolean
}

/**
 * What is rendered of a list from one place to another: at first what is around the chosen place, then more after each
 * frame, as hundreds at once hold up the page. A few that are missing come at once. `chosen` is -1 without one.
 */
export function useSlices (from: number, to: number, chosen: number): Slices {
  const rendered = useSignal({ first: from, end: from })
  let first = Math.max(from, rendered.value.first)
  let end = Math.min(to, rendered.value.end)
  if (first >= end || (chosen >= 0 && (chosen < first || chosen >= end))) {
    first = chosen < 0 ? from : Math.max(from, chosen - SLICE / 2)
    end = Math.min(to, first + SLICE)
  }
  if (first - from + to - end <= SLICE) [first, end] = [from, to]
  const isWhole = first === from && end === to
  useEffect(() => {
    rendered.value = isWhole ? { first, end } : { first: Math.max(from, first - SLICE), end: Math.min(to, end + SLICE) }
  }, [from, to, first, end])
  return { first, end, isWhole }
}
