import { MEBIBYTE } from '../basics/units.js'
import { record } from '../core/events/record.js'
import type { Release, RemovedUser } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import { fitting, type PieceLimits } from '../work/pieces/fitting.js'
import { assetKind, projectKind, type ItemKind } from './kinds.js'
import type { AssetRow, ProjectRow } from './rows.js'

/** What a transaction gives away and indexes: on SQLite other writes wait for it. */
const LIMITS: PieceLimits = { items: 100, bytes: MEBIBYTE }

/** Gives away the items of a removed user, also those in the trash. Their modification date stays. */
export const ownerRelease: Release = {
  ofRemoved: {
    inPieces: async (tx, user) => await giveSome(projectKind, tx, user) || giveSome(assetKind, tx, user)
  }
}

async function giveSome<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, { email, ownerAfter }: RemovedUser
): Promise<number> {
  const { sql, caller: { accountId } } = tx
  const sizes = await sql.all(kind.statements.sizesOfOwner, [accountId, email, LIMITS.items])
  if (sizes.length === 0) return 0
  const rows = await sql.all(kind.statements.lockList, [accountId, JSON.stringify(fitting(sizes, LIMITS))])
  await sql.run(kind.statements.setOwner, [accountId, JSON.stringify(rows.map(({ id }) => id)), ownerAfter])
  await record(tx, ...rows.map((row) =>
    kind.event('EDITED_METADATA', { ...row, owner: ownerAfter }, { fields: ['owner'], startsNothing: true })))
  return sizes.length
}
