import { v7 } from 'uuid'

/**
 * A new id for an item, a cohort or a history entry: ids are in order of time, within a process even in the same
 * millisecond.
 */
export function newId (): string {
  return v7()
}

/** The time of an id of `newId`, in milliseconds since the epoch: the id begins with it. */
export function timeOfId (id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Less than every id that is made at this time or later, and greater than every earlier one. */
export function firstIdAt (moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Greater than every id of `newId`: the beginning of lists whose newest entry comes first. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The largest id that an integer column holds: the beginning of lists whose newest row comes first. */
export const LARGEST_ROW_ID = 2 ** 31 - 1

const NUL = '\0'

/**
 * An id as a caller sent it, for looking up an item. Null if no item can have it, so that no database has to refuse it.
 */
export function toItemId (sent: string): string | null {
  return sent.includes(NUL) ? null : sent
}

/** A row's integer id as a caller sent it, in a path or in a body. Null if no row can have it. */
export function toRowId (sent: string | number | bigint): number | null {
  const id = typeof sent === 'string' && !/^\d{1,10}$/.test(sent) ? NaN : Number(sent)
  return Number.isInteger(id) && id >= 0 && id <= LARGEST_ROW_ID ? id : null
}
