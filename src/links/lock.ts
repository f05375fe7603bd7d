import type { FastifyError } from '@fastify/error'
import { toRowId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import { RoleRefused } from '../errors.js'
import { LinkNotFound } from './errors.js'
import { findAny, findLink, type LinkRow } from './rows.js'
import { shownBy, type Shown } from './shown.js'
import { revocable } from './targets.js'

/** A link as a request names it: below what it shows, or, with null, by its id alone. */
export type Place = Shown | null

export interface LockedLink {
  readonly row: LinkRow
  /** Reads it again. */
  readonly read: () => Promise<LinkRow>
}

/**
 * Locks a link that the caller may revoke, after what it shows. Throws the 404 of the place, LinkNotFound and
 * RoleRefused.
 */
export async function lockOwn (tx: Transaction, place: Place, sentId: string): Promise<LockedLink> {
  return place === null ? lockById(tx, sentId) : lockBelow(tx, place, sentId)
}

async function lockBelow (tx: Transaction, { type, id: sentTarget }: Shown, sentId: string): Promise<LockedLink> {
  const { accountId, userId } = tx.caller
  const { lockToRevoke, mayRevokeOthers } = revocable[type]
  const target = await lockToRevoke(tx, sentTarget)
  const id = toRowId(sentId)
  const row = id === null ? undefined : await tx.sql.first(findLink[type], [accountId, target, id])
  if (row === undefined) throw new LinkNotFound()
  if (row.user_id !== userId && !await mayRevokeOthers(tx.sql, tx.caller, target)) throw new RoleRefused()
  return { row, read: async () => (await tx.sql.first(findLink[type], [accountId, target, row.id]))! }
}

/** What the caller may not revoke is not there; administrators see that it is. */
async function lockById (tx: Transaction, sentId: string): Promise<LockedLink> {
  const id = toRowId(sentId)
  const found = id === null ? undefined : await tx.sql.first(findAny, [tx.caller.accountId, id])
  if (found === undefined) throw new LinkNotFound()
  try {
    return await lockBelow(tx, shownBy(found), sentId)
  } catch (error) {
    if (![403, 404].includes((error as FastifyError).statusCode ?? 500)) throw error
    throw tx.caller.admin && !(error instanceof LinkNotFound) ? new RoleRefused() : new LinkNotFound()
  }
}
