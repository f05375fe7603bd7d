import { firstMoment, toLocal } from '../items/local-time.ts'

const DAY_MS = 86_400_000
const LONGEST_DAYS = 365

/** The day of a moment in the reader's zone, as an input of a date has it. */
export function dayOf (moment: Date): string {
  return toLocal(moment).slice(0, 10)
}

/** The day after so many days. */
export function dayIn (days: number): string {
  return dayOf(new Date(Date.now() + days * DAY_MS))
}

/** The last day whose end is within a year from now. */
export function lastDay (): string {
  return dayOf(new Date(firstMoment(dayIn(LONGEST_DAYS))!.getTime() - 1))
}

/** The last moment of a day in the reader's zone. */
export function endOf (day: string): string {
  return new Date(firstMoment(day, 1)!.getTime() - 1).toISOString()
}
