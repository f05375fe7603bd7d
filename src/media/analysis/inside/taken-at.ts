import { isCalendarDate } from '../../../basics/calendar.js'
import type { Texts } from '../task.js'

/** Dates of cameras and programs: with colons or dashes, with or without fractions and a zone. */
const WRITTEN =
  /^(\d{4})[:-](\d{2})[:-](\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/

/** ISO 8601, without a zone if there is none. Null if it is no valid moment. */
export function toMoment (
  text: unknown, { fraction, zone }: { fraction?: unknown, zone?: unknown } = {}
): string | null {
  if (typeof text !== 'string') return null
  const match = WRITTEN.exec(text.replace(/^UTC\s+(\S.*)$/, '$1 UTC').trim())
  if (match === null) return null
  const [, year, month, day, hour, minute, second = '00', written = digitsOf(fraction), ownZone = zone] = match
  const date = `${year}-${month}-${day}`
  if (!isCalendarDate(date) || Number(year) === 0) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const digits = written === undefined ? '' : `.${written.slice(0, 3)}`
  return `${date}T${hour}:${minute}:${second}${digits}${toZone(ownZone)}`
}

function digitsOf (fraction: unknown): string | undefined {
  const digits = /^\d{1,9}/.exec(String(fraction ?? '').trim())?.[0]
  return digits !== undefined && Number(digits) > 0 ? digits : undefined
}

function toZone (zone: unknown): string {
  if (zone === 'Z' || zone === 'UTC') return 'Z'
  const match = typeof zone === 'string' ? /^([+-])(\d{2}):?(\d{2})$/.exec(zone.trim()) : null
  if (match === null || Number(match[2]) > 14 || Number(match[3]) > 59) return ''
  return `${match[1]}${match[2]}:${match[3]}`
}

/** When a picture was taken. EXIF comes first. */
export function whenTaken (exif: Texts | null, iptc: Texts | null, xmp: Texts | null): string | null {
  const [date, time] = [iptc?.['Date Created'], iptc?.['Time Created']]
  return toMoment(exif?.DateTimeOriginal, { fraction: exif?.SubSecTimeOriginal, zone: exif?.OffsetTimeOriginal }) ??
    toMoment(exif?.DateTimeDigitized, { fraction: exif?.SubSecTimeDigitized, zone: exif?.OffsetTimeDigitized }) ??
    toMoment(xmp?.DateTimeOriginal) ?? toMoment(xmp?.DateCreated) ?? toMoment(`${date}T${time}`)
}
