import type { TargetedPointerEvent } from 'preact'

/** A part of a whole, from 0 to 1. */
export function within (part: number): number {
  return Math.min(1, Math.max(0, part))
}

/** Where a pointer is on an element: 0 at its left, 1 at its right. */
export function partAt (event: TargetedPointerEvent<Element>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return within((event.clientX - left) / width)
}
