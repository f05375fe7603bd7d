import type { Caller } from '../../core/caller.js'
import type { Party } from '../turns/fair-queue.js'

/** A row of a table of work. It also has `due_at`, `owner` and `lease_token`. */
export interface WorkRow {
  readonly id: string | number
  readonly account_id: number
  readonly user_id: number
  /** The run of an action that has made it. */
  readonly run_id?: string | null
  /** The guest who has made it. */
  readonly guest_id?: number | null
}

/** The account and the user that wait for a row. */
export function partyOf ({ account_id: accountId, user_id: userId }: WorkRow): Party {
  return { accountId, userId }
}

/** A row that this process has taken up. The fencing token proves it: a change with an old token has no effect. */
export interface Claim<Row> {
  readonly row: Row
  readonly token: string
  /** The worker that has taken it up: src/work/claims/worker.ts. */
  readonly owner: string
  /** The service, in the name of the row's user. */
  readonly caller: Caller
}

/** The part of a claim that proves it. */
export interface Held<Id extends WorkRow['id'] = WorkRow['id']> {
  readonly row: { readonly id: Id, readonly account_id: number }
  readonly token: string
}

/** This process no longer holds the row: another one does, or the row is gone. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** For failures to release a row: ignores LeaseLost, as a lost row need not be released. */
export function unlessLost (error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error
}
