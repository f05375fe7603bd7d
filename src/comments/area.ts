import type { Area } from './rows.js'

const SIDES = ['x', 'y', 'width', 'height'] as const

/** Sums of fractions are off by less. */
const ROUNDING = 1e-9

/** Whether a value is an area within the picture. */
export function isArea (value: unknown): value is Area {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== SIDES.length) return false
  const area = value as Area
  return SIDES.every((side) => Object.hasOwn(area, side) && isFraction(area[side])) &&
    area.x + area.width <= 1 + ROUNDING && area.y + area.height <= 1 + ROUNDING
}

function isFraction (value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}
