import type { RecordedEvent } from '../../core/events/record.js'

/** The largest body. A larger one is sent without `data`. */
const LARGEST_BODY_BYTES = 256 * 1024
/** More than the two numbers can take that are filled in. */
const ROOM_FOR_NUMBERS = 32

/**
 * Placeholders for the webhook's id and the sequence. JSON escapes control characters, so that nothing from a caller
 * can look like them.
 */
const WEBHOOK_ID = '\u0001'
const SEQUENCE = '\u0002'

/**
 * The body of all deliveries of an event, with placeholders for the two numbers in which they differ. It is made when
 * the event happens and stored: whatever a later version of the service would write, the bytes of this event stay the
 * same.
 */
export function writePayload (account: string, event: RecordedEvent, { isTest = false } = {}): string {
  const { id, event: kind, time, severity, userId, targets, fields = null, data = {} } = event
  const head = JSON.stringify({
    id,
    type: kind,
    timestamp: time,
    event: kind,
    time,
    account,
    severity,
    user_id: userId,
    targets,
    fields
  })
  const opened = `${head.slice(0, -1)},"webhook_id":${WEBHOOK_ID},"sequence":${SEQUENCE},${isTest ? '"test":true,' : ''}`
  const whole = `${opened}"data":${JSON.stringify(data)}}`
  return isTooLarge(whole) ? `${opened}"truncated":true}` : whole
}

/** The body of one webhook's delivery: always the same bytes. */
export function fillPayload (payload: string, webhookId: number, sequence: number): string {
  return payload.replace(WEBHOOK_ID, String(webhookId)).replace(SEQUENCE, String(sequence))
}

function isTooLarge (text: string): boolean {
  // A character has three bytes at most: most bodies need not be counted.
  return text.length * 3 > LARGEST_BODY_BYTES - ROOM_FOR_NUMBERS &&
    Buffer.byteLength(text) > LARGEST_BODY_BYTES - ROOM_FOR_NUMBERS
}
