import { openCursor, sealCursor } from '../basics/cursor.js'

/** The rule for cursors: 422s print it for one that no answer has given out. */
export const CURSOR_RULE = 'Must be a cursor from an earlier answer'
/** The same for a cursor from before a restore. */
export const HISTORY_RULE = 'Must be a cursor of this history: start anew'

/** A place in the changes of an account: after the change with this number. */
export interface Place {
  readonly number: number
  /** The epoch of the history: epoch.ts. */
  readonly epoch: string | null
}

/** The cursor of a place. Before the first renewal there is no epoch. */
export function writeChangeCursor (accountId: number, { number, epoch }: Place): string {
  return sealCursor(`${accountId}.${number}${epoch === null ? '' : `.${epoch}`}`)
}

/** The place of a cursor; null if it is not a cursor of this account. */
export function readChangeCursor (accountId: number, text: string): Place | null {
  const match = /^(\d{1,10})\.(\d{1,15})(?:\.([0-9a-f]{16}))?$/.exec(openCursor(text) ?? '')
  const place = { number: Number(match?.[2]), epoch: match?.[3] ?? null }
  // One place has one cursor: numbers may be written in one way only.
  return match !== null && writeChangeCursor(accountId, place) === text ? place : null
}
