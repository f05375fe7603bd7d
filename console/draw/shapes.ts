import type { Shape } from '../room/sketch.ts'

/**
 * Shapes as paths of SVG. Their unit is a thousandth of the picture's width in both directions, so that a picture of
 * any size shows the same.
 */

export const UNITS = 1000

type Point = readonly [x: number, y: number]

/** The path of a shape on a picture with this ratio of width to height. */
export function pathOf ({ tool, points, width }: Shape, ratio: number): string {
  const placed = points.map(([x, y]): Point => [x! * UNITS, y! * UNITS / ratio])
  return ways[tool]?.(placed, width * UNITS) ?? ''
}

const ways: Readonly<Record<string, (points: readonly Point[], width: number) => string>> = {
  pen: smooth,
  line: ([from, to]) => `M${at(from!)}L${at(to!)}`,
  arrow: ([from, to], width) => arrow(from!, to!, width),
  rectangle: ([one, other]) => `M${at(one!)}H${round(other![0])}V${round(other![1])}H${round(one![0])}Z`,
  ellipse: ([one, other]) => ellipse(one!, other!)
}

/** A line by hand: curves from the middle between two points to the next middle have no corners. */
function smooth (points: readonly Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]]
  if (rest.length === 0) return `M${at(first)}h.01`
  const last = rest.at(-1)!
  const curves = rest.slice(0, -1).map((point, index) => `Q${at(point)} ${at(middle(point, rest[index + 1]!))}`)
  return `M${at(first)}${curves.join('')}L${at(last)}`
}

/** The head is four times as long as the line is wide, and no longer than half of the arrow. */
function arrow (from: Point, to: Point, width: number): string {
  const [x, y] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.min(5 * width, Math.hypot(x, y) / 2)
  const direction = Math.atan2(y, x)
  const side = (turn: number): Point =>
    [to[0] - length * Math.cos(direction + turn), to[1] - length * Math.sin(direction + turn)]
  return `M${at(from)}L${at(to)}M${at(side(0.5))}L${at(to)}L${at(side(-0.5))}`
}

function ellipse (one: Point, other: Point): string {
  const [rx, ry] = [Math.abs(one[0] - other[0]) / 2, Math.abs(one[1] - other[1]) / 2]
  const [x, y] = middle(one, other)
  const half = `A${round(rx)} ${round(ry)} 0 0 1`
  return `M${at([x - rx, y])}${half} ${at([x + rx, y])}${half} ${at([x - rx, y])}Z`
}

function middle (one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
}

function at ([x, y]: Point): string {
  return `${round(x)} ${round(y)}`
}

function round (value: number): number {
  return Math.round(value * 100) / 100
}
