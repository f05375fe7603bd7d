import { isCalendarDate } from '../basics/calendar.js'
import { FIRST_MOMENT_MS, LAST_MOMENT_MS } from '../basics/time.js'

const MOMENT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(Z|[+ -]\d\d(?::?\d\d)?)?$/

/**
 * The moment that an ISO 8601 date or time says, in milliseconds since the epoch, or the nearest that both databases
 * hold. A date is its first moment; without a zone it is in UTC. Null where it is none.
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
  // A `+` that nobody escaped arrives as a space.
  const moment = Date.parse(`${date}${time.replace(',', '.')}${zoneOf(zone.replace(' ', '+'))}`)
  if (Number.isNaN(moment) || !isCalendarDate(date)) return null
  return Math.min(Math.max(moment, FIRST_MOMENT_MS), LAST_MOMENT_MS)
}

function zoneOf (zone: string): string {
  if (zone === 'Z') return zone
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
}
