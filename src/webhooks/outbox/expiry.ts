import { timeOfId } from '../../basics/ids.js'
import { DAY_MS } from '../../basics/units.js'

/** The age to which the log of attempts is kept. */
const LOG_DAYS = 30
/**
 * The age to which events are kept, as the log shows what was sent. Ten days more than the log, for events that are
 * sent late.
 */
const EVENT_DAYS = 40

/** The moment before which attempts are forgotten. */
export function logStart (now: Date): Date {
  return new Date(now.getTime() - LOG_DAYS * DAY_MS)
}

/** The moment before which events are forgotten, unless they are still wanted. */
export function eventsStart (now: Date): Date {
  return new Date(now.getTime() - EVENT_DAYS * DAY_MS)
}

/** The end of an event that is written or sent now. It stays longer while a delivery of it waits. */
export function eventExpiry (now: Date): Date {
  return new Date(now.getTime() + EVENT_DAYS * DAY_MS)
}

/** Whether an event is so old that an attempt of now may be in the log for longer than the event is kept. */
export function outlivesEvent (now: Date, eventId: string): boolean {
  return now.getTime() - timeOfId(eventId) > (EVENT_DAYS - LOG_DAYS - 1) * DAY_MS
}
