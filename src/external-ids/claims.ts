import { statement } from '../database/sql.js'
import type { Release } from '../core/release.js'
import { digest } from '../basics/secrets.js'
import type { Transaction } from '../core/transact.js'

const claim = statement('external_ids_claim', () => `
  INSERT INTO external_ids (account_id, digest, item_type, item_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`)

const release = statement('external_ids_release', (sql) => `
  DELETE FROM external_ids WHERE account_id = $1
  AND ${sql.among('digest', sql.strings('$2'))}`)

/**
 * Claims an external id for an item. Returns false if another item of the account has it. The table's key decides
 * between concurrent claims.
 */
export async function claimExternalId (
  tx: Transaction, externalId: string, itemType: 'asset' | 'project', itemId: string
): Promise<boolean> {
  return await tx.sql.run(claim, [tx.caller.accountId, digest(externalId), itemType, itemId]) === 1
}

const COLUMNS = 'account_id, digest, item_type, item_id'

/** Claims an id that was found to be free. The claims of many items are sent together. */
const claimFree = statement(
  'external_ids_claim_free',
  () => `INSERT INTO external_ids (${COLUMNS}) VALUES ($1, $2, $3, $4)`,
  statement('external_ids_claim_free_list', (sql) => `
    INSERT INTO external_ids (${COLUMNS})
    SELECT CAST(value ->> 0 AS integer), value ->> 1, value ->> 2, value ->> 3 FROM ${sql.elements('$1')}`)
)

/** Another item has claimed the external id since it was looked up. */
export class ExternalIdTaken extends Error {
  override name = 'ExternalIdTaken'
}

/** Whether a change has failed because another item claimed an external id in the meantime. */
export function isExternalIdTaken (error: unknown): boolean {
  if (error instanceof ExternalIdTaken) return true
  const { code, constraint, message } = error as { code?: string, constraint?: string, message?: string }
  return (code === '23505' && constraint?.startsWith('external_ids') === true) ||
    (code?.startsWith('SQLITE_CONSTRAINT') === true && message?.includes('external_ids.') === true)
}

/**
 * Claims an external id that was found to be free. If it no longer is, the transaction fails: see isExternalIdTaken.
 */
export async function requireExternalId (
  tx: Transaction, externalId: string, itemType: 'asset' | 'project', itemId: string
): Promise<void> {
  await tx.sql.run(claimFree, [tx.caller.accountId, digest(externalId), itemType, itemId])
}

/** Releases the external ids of items. */
export async function releaseExternalIds (
  tx: Transaction, items: ReadonlyArray<{ readonly external_id: string | null }>
): Promise<void> {
  const digests = items.filter((item) => item.external_id !== null).map((item) => digest(item.external_id!))
  if (digests.length > 0) await tx.sql.run(release, [tx.caller.accountId, JSON.stringify(digests)])
}

/** Releases the external ids of items that are deleted for good. */
export const externalIdRelease: Release = { before: (tx, _type, items) => releaseExternalIds(tx, items) }
