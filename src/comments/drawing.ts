/** What somebody has drawn on the picture of an asset. */

const TOOLS = ['pen', 'line', 'arrow', 'rectangle', 'ellipse'] as const
export const tools: readonly string[] = TOOLS

export const MOST_SHAPES = 100
/** The most points of a line by hand; other shapes have two. */
export const MOST_PEN_POINTS = 2000
/** The most points of a drawing. */
export const MOST_POINTS = 5000

export const WIDTHS = { minimum: 0.001, maximum: 0.05 }

export const DRAWING_RULE = `Must be a drawing of 1 to ${MOST_SHAPES} shapes within 0 and 1`

/** Two fractions: of the width and of the height of the picture. */
export type Point = number[]

export interface Shape {
  readonly tool: typeof TOOLS[number]
  /** `#rrggbb`. */
  readonly color: string
  /** Fraction of the picture's width. */
  readonly width: number
  /** The path of a pen; two ends, of which an arrow points at the second; or two opposite corners. */
  readonly points: Point[]
}

export type Drawing = Shape[]

const KEYS = ['tool', 'color', 'width', 'points']
const COLOR = /^#[\da-f]{6}$/i
const DIGITS = 10_000

/** Whether a value is a drawing. It stops at the first thing that is not, as a megabyte of points may be sent. */
export function isDrawing (value: unknown): value is Drawing {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_SHAPES) return false
  let points = 0
  return value.every((shape: unknown) => isShape(shape) && (points += shape.points.length) <= MOST_POINTS)
}

function isShape (value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== KEYS.length) return false
  if (!KEYS.every((key) => Object.hasOwn(value, key))) return false
  const { tool, color, width, points } = value as Readonly<Record<string, unknown>>
  if (!tools.includes(tool as string) || typeof color !== 'string' || !COLOR.test(color)) return false
  if (typeof width !== 'number' || !(width >= WIDTHS.minimum && width <= WIDTHS.maximum)) return false
  if (!Array.isArray(points)) return false
  const isCounted = tool === 'pen' ? points.length >= 1 && points.length <= MOST_PEN_POINTS : points.length === 2
  return isCounted && points.every(isPoint)
}

function isPoint (value: unknown): value is Point {
  return Array.isArray(value) && value.length === 2 && isFraction(value[0]) && isFraction(value[1])
}

function isFraction (value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

/** A drawing as it is stored: JSON with numbers of four digits and colours in lower case, and the number of points. */
export function toStored (drawing: Drawing): { drawing: string, points: number } {
  return {
    drawing: `[${drawing.map(writeShape).join()}]`,
    points: drawing.reduce((sum, { points }) => sum + points.length, 0)
  }
}

/** Writing the points by hand takes a third of the time: there may be thousands. */
function writeShape ({ tool, color, width, points }: Shape): string {
  const way = points.map((point) => `[${fraction(point[0]!)},${fraction(point[1]!)}]`).join()
  return `{"tool":"${tool}","color":"${color.toLowerCase()}","width":${fraction(width)},"points":[${way}]}`
}

/** The texts of all fractions: making one of a number takes longer than all else about it. */
const fractions = Array.from({ length: DIGITS + 1 }, (_, part) => String(part / DIGITS))

function fraction (value: number): string {
  return fractions[Math.round(value * DIGITS)]!
}
