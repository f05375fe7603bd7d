/** A part of the picture, in fractions of it. */
export type Area = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

/** The smallest side of an area: a click marks one of this size. */
const SMALLEST = 0.05

export interface Point { readonly x: number, readonly y: number }

/** The area between two corners, in fractions of the picture. */
export function between (one: Point, other: Point): Area {
  const side = (a: number, b: number) => {
    const length = Math.max(Math.abs(a - b), SMALLEST)
    const start = Math.min(Math.max(0, Math.abs(a - b) < SMALLEST ? a - SMALLEST / 2 : Math.min(a, b)), 1 - length)
    return [rounded(start), rounded(Math.min(length, 1 - start))] as const
  }
  const [x, width] = side(one.x, other.x)
  const [y, height] = side(one.y, other.y)
  return { x, y, width, height }
}

/** Rounds down, so that a sum stays within 1. */
function rounded (part: number): number {
  return Math.floor(part * 10_000) / 10_000
}
