import { isCalendarDate } from '../basics/calendar.js'
import { FIRST_MOMENT_MS, LAST_MOMENT_MS } from '../basics/time.js'

const MOMENT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(Z|[+ -]\d\d(?::?\d\d)?)?$/

/**
 * Parses an ISO 8601 date or time, to milliseconds since 1970 within the range of both databases. A date is its first
 * moment; without a zone it is in UTC. Null if it is malformed.
 */
export function parseMoment (text: string): number | null {
  const match = MOMENT.exec(text)
  if (match === null) return null
  const [, date, time = 'T00:00', zone = 'Z'] = match as unknown as [
    string,
    string,
    string | undefined,
    string | undefined
  ]
  if (match[2] === undefined && match[3] !== undefined) return null
  // An unescaped `+` arrives as a space.
  const moment = Date.parse(`${date}${time.replace(',', '.')}${zoneOf(zone.replace(' ', '+'))}`)
  if (Number.isNaN(moment) || !isCalendarDate(date)) return null
  return Math.min(Math.max(moment, FIRST_MOMENT_MS), LAST_MOMENT_MS)
}

function zoneOf (zone: string): string {
  if (zone === 'Z') return zone
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
}
