// Created once: creating one takes longer than formatting a hundred dates.
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })
const numbers = new Intl.NumberFormat()

const STEPS: ReadonlyArray<[Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400], ['hour', 3600], ['minute', 60]
]

/** The date and the time. */
export function date (iso: string): string {
  return times.format(new Date(iso))
}

/** A relative time: 5 min ago, in 3 days. Older times are shown as dates. Yesterday is the day before this one. */
export function ago (iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  if (Math.abs(seconds) > 30 * 86_400) return days.format(new Date(iso))
  const [unit, length] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  if (unit === 'day') return relative.format(Math.round((dayOf(Date.parse(iso)) - dayOf(now)) / 86_400_000), unit)
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.round(seconds / length), unit)
}

/** The first moment of a day. Days with a change of clocks are an hour shorter or longer. */
function dayOf (time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}

export function number (value: number): string {
  return numbers.format(value)
}

export function bytes (size: number | null): string {
  if (size === null) return ''
  const power = Math.min(4, size < 1 ? 0 : Math.floor(Math.log(size) / Math.log(1024)))
  const value = size / 1024 ** power
  return `${numbers.format(Math.round(value * (value < 10 && power > 0 ? 10 : 1)) / (value < 10 && power > 0 ? 10 : 1))} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`
}

/** 1:04:09, or 0:12. */
export function duration (seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** 1 asset, 2 assets. */
export function count (value: number, noun: string): string {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}`
}
