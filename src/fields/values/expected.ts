import type { Caller } from '../../core/caller.js'
import type { Sql } from '../../database/sql.js'
import { PreconditionFailed } from '../../errors.js'
import type { Failures } from './failures.js'
import { loadText } from './stored.js'

/**
 * The answer of section 4.6 of the contract: the values of the group as JSON; or all failures, in which case nothing
 * was stored.
 */
export type ValuesResult = { readonly groupId: number, readonly shown: string } | { readonly failures: Failures }

/** Whether the values that an item has in a group are as the caller expects. */
export type ExpectedValues = (stored: ValuesResult) => boolean

/** Throws PreconditionFailed if they are not. The item is locked, so that they stay as they are. */
export async function requireExpected (
  sql: Sql, caller: Caller, itemId: string, groupId: number, isExpected: ExpectedValues | undefined
): Promise<void> {
  if (isExpected === undefined) return
  const shown = await loadText(sql, caller, itemId, groupId) ?? '{}'
  if (!isExpected({ groupId, shown })) throw new PreconditionFailed()
}
