import { firstMoment } from '../items/local-time.ts'
import { fieldOf } from './names.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const END = /^(?:created_|modified_|field\.\d+\.)(from|to)$/
const DAY_MS = 86_400_000

/**
 * A search as the API takes it. In the address of a page a day is one of the reader's zone, and the last one is
 * included; the API has days in UTC, and excludes the end. A field of a date has no zone.
 */
export function sentOf (search: URLSearchParams): URLSearchParams {
  const sent = new URLSearchParams(search)
  for (const [name, value] of search) {
    const [, end] = END.exec(name) ?? []
    if (end === undefined || !DAY.test(value)) continue
    const field = fieldOf(name)
    // Until the fields are loaded, their types are not known.
    if (name.startsWith('field.') && field === undefined) continue
    const later = end === 'to' ? 1 : 0
    const isDate = field?.field_type === 'date'
    const moment = isDate ? new Date(Date.parse(value) + later * DAY_MS) : firstMoment(value, later)
    // No day follows the last one that there is.
    if (moment !== null && moment.getUTCFullYear() > 9999) sent.delete(name)
    else if (moment !== null && !Number.isNaN(moment.getTime())) {
      sent.set(name, moment.toISOString().slice(0, isDate ? 10 : undefined))
    }
  }
  return sent
}
