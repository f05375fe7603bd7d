/** The text of a time in local time, to the second, as an input of a date and time has it. */
export function toLocal (time: Date): string {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  const date = [pad(time.getFullYear(), 4), pad(time.getMonth() + 1), pad(time.getDate())]
  return `${date.join('-')}T${[time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => pad(part)).join(':')}`
}

/**
 * The time of a local text, null without one. Of two times with the same text, when clocks are set back, it is the one
 * in the zone of `before`; fractions of a second are those of `before`.
 */
export function fromLocal (text: string, before: Date | null): Date | null {
  const first = new Date(text)
  if (Number.isNaN(first.getTime())) return null
  if (before === null) return first
  first.setMilliseconds(before.getMilliseconds())
  const second = new Date(utcOf(first) - (utcOf(before) - before.getTime()))
  return toLocal(second) === toLocal(first) ? second : first
}

/** The local text, read as if it were UTC. The browser tells the difference between both in whole minutes only. */
function utcOf (time: Date): number {
  return Date.parse(`${toLocal(time)}Z`) + time.getMilliseconds()
}

/** The first moment of a day in local time, as 2026-11-29, or of the day after it; null if there is no such day. */
export function firstMoment (day: string, later: 0 | 1 = 0): Date | null {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const midnight = (date: number) => {
    const time = new Date(2000, 0, 1)
    time.setFullYear(year, month - 1, date)
    return time
  }
  return toLocal(midnight(date)).startsWith(day) ? midnight(date + later) : null
}
