import { isCalendarDate } from '../../basics/calendar.js'
import type { FieldType } from './field-type.js'

/** A day that exists. */
export const date: FieldType = {
  name: 'date',
  check (value) {
    if (typeof value === 'string' && isCalendarDate(value)) return { value }
    return { expected: 'Must be a date in the format YYYY-MM-DD' }
  }
}
