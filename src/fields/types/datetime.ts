import { isCalendarDate } from '../../basics/calendar.js'
import type { FieldType } from './field-type.js'

const datetimeFormat = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** A time in UTC to the millisecond. Neither 24:00 nor a leap second, as JavaScript and the databases have none. */
export const datetime: FieldType = {
  name: 'datetime',
  check (value) {
    if (typeof value === 'string' && isDatetime(value)) return { value }
    return { expected: 'Must be a date and time in the format yyyy-mm-ddThh:mm:ss.mmmZ' }
  }
}

function isDatetime (text: string): boolean {
  const [, date] = datetimeFormat.exec(text) ?? []
  return date !== undefined && isCalendarDate(date)
}
