import { v7 } from 'uuid'

/** A new id for an item, a cohort or a history entry: in order of time, also within a millisecond of one process. */
export function newId (): string {
  return v7()
}

/** When an id of `newId` was made, in milliseconds since the epoch: the id begins with it. */
export function timeOfId (id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Before every id that is made at a moment or later, and after every one that was made before. */
export function firstIdAt (moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** After every id that `newId` makes: where lists begin whose newest entry comes first. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The largest id that an integer column holds. */
const LARGEST_ROW_ID = 2 ** 31 - 1

const NUL = '\0'

/**
 * An id as a caller sent it, for looking up an item. Null where no item can have it, so that no database has to refuse
 * it.
 */
export function toItemId (sent: string): string | null {
  return sent.includes(NUL) ? null : sent
}

/** A row's integer id as a caller sent it, in a path or in a body. Null where no row can have it. */
export function toRowId (sent: string | number | bigint): number | null {
  const id = typeof sent === 'string' && !/^\d{1,10}$/.test(sent) ? NaN : Number(sent)
  return Number.isInteger(id) && id >= 0 && id <= LARGEST_ROW_ID ? id : null
}
