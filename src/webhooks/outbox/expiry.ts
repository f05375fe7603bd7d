import { timeOfId } from '../../basics/ids.js'
import { DAY_MS } from '../../basics/units.js'

/** How long the log of attempts is kept. */
const LOG_DAYS = 30
/**
 * How long events are kept, as the log shows their bodies. Ten days more than the log, for events that are sent late.
 */
const EVENT_DAYS = 40

/** Attempts before this time are removed. */
export function logStart (now: Date): Date {
  return new Date(now.getTime() - LOG_DAYS * DAY_MS)
}

/** Events before this time are removed, unless they are still needed. */
export function eventsStart (now: Date): Date {
  return new Date(now.getTime() - EVENT_DAYS * DAY_MS)
}

/** The expiry of an event that is written or sent now. It is kept for longer while a delivery of it waits. */
export function eventExpiry (now: Date): Date {
  return new Date(now.getTime() + EVENT_DAYS * DAY_MS)
}

/** Whether an attempt made now would stay in the log for longer than its event is kept. */
export function outlivesEvent (now: Date, eventId: string): boolean {
  return now.getTime() - timeOfId(eventId) > (EVENT_DAYS - LOG_DAYS - 1) * DAY_MS
}
