import type { Caller } from '../../core/caller.js'

/** A holder that does not renew its lease for this time loses the row to whoever looks next. */
export const LEASE_MS = 5000

/** A row of a table of work: `due_at`, `lease_token` and these. */
export interface WorkRow {
  readonly id: string
  readonly account_id: number
  readonly user_id: number
}

/** A row that this process has taken up. The token fences it: who comes with another one changes nothing. */
export interface Claim<Row> {
  readonly row: Row
  readonly token: string
  /** The service, in the name of the user whose row it is. */
  readonly caller: Caller
}

/** The part of a claim that proves it. */
export interface Held {
  readonly row: Pick<WorkRow, 'id' | 'account_id'>
  readonly token: string
}

/** The row is no longer this process's: another one has it, or it was taken away. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The end of a lease that is taken or renewed now. */
export function leaseEnd (now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
