export const MEBIBYTE = 1024 ** 2
export const GIBIBYTE = 1024 ** 3

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** 1.5 GiB; or bytes if it is no round number of a larger unit. */
export function inUnits (bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  return `${Math.round(value * 100) / 100} ${UNITS[unit]}`
}
