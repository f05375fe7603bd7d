import { digest } from '../basics/secrets.js'
import type { Unit } from '../core/unit.js'
import { statement } from '../database/sql.js'
import { NotFound } from '../errors.js'
import { isBounded } from './sight.js'
import { seenAmong } from './standing.js'

interface HolderRow {
  readonly id: string
  readonly type: 'asset' | 'project'
  readonly cohort_id: string | null
}

/** $1 account, $2 digest */
const findHolder = statement<HolderRow>('external_ids_find', () => `
  SELECT e.item_id AS id, e.item_type AS type, COALESCE(a.cohort_id, p.cohort_id) AS cohort_id
  FROM external_ids AS e
  LEFT JOIN assets AS a ON e.item_type = 'asset' AND a.id = e.item_id AND a.account_id = e.account_id
  LEFT JOIN projects AS p ON e.item_type = 'project' AND p.id = e.item_id AND p.account_id = e.account_id
  WHERE e.account_id = $1 AND e.digest = $2`)

/** Looks items up by their external ids (section 2.8 of the contract). */
export const externalIds = {
  /** The item that has the first of these ids that anything seen has. Throws NotFound. */
  async require ({ caller, reads }: Unit, candidates: readonly string[]) {
    for (const externalId of candidates) {
      const holder = await reads.sql.first(findHolder, [caller.accountId, digest(externalId)])
      if (holder === undefined) continue
      const { id, type } = holder
      if (isBounded(caller) && !(await seenAmong(type, reads.sql, caller, [id])).has(id)) continue
      return { external_id: externalId, id, type, deleted: holder.cohort_id !== null }
    }
    throw new NotFound()
  }
}

export type ExternalIds = typeof externalIds
