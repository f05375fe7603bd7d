import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import type { ItemKind } from '../../items/kinds.js'
import { requireItem } from '../../items/require.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import type { Page } from '../../basics/page.js'

/** The values of an item in one group. */
export interface GroupValues {
  readonly field_group_id: number
  readonly name: string
  readonly group_type: string
  /** The values as JSON: an object, or an array of entries. */
  readonly document: string
}

/** $1 item, $2 account, $3 after this group, $4 limit */
const list = statement<GroupValues>('field_values_of_item', () => `
  SELECT v.field_group_id, g.name, g.group_type, v.document FROM field_values AS v
    JOIN field_groups AS g ON g.id = v.field_group_id
  WHERE v.item_id = $1 AND v.account_id = $2 AND v.field_group_id > $3 AND NOT g.removed ORDER BY v.field_group_id
    LIMIT $4`)

/** The same parameters: the length of each document. */
const weigh = statement<{ key: number, bytes: number }>('field_values_weigh', () => `
  SELECT field_group_id AS key, length(document) AS bytes FROM field_values
  WHERE item_id = $1 AND account_id = $2 AND field_group_id > $3 ORDER BY field_group_id LIMIT $4`)

/** All groups in which an item has values. A missing item throws its 404. */
export const fieldOverview = {
  /** The id for `list`. */
  require: async <Row extends AssetRow | ProjectRow>(
    kind: ItemKind<Row>, { caller, reads }: Unit, id: string
  ) =>
    (await requireItem(kind, reads.sql, caller, id)).id,
  weigh: ({ caller, reads }: Unit, itemId: string, { after, limit }: Page) =>
    reads.sql.all(weigh, [itemId, caller.accountId, Number(after), limit]),
  list: ({ caller, reads }: Unit, itemId: string, { after, limit }: Page) =>
    reads.sql.all(list, [itemId, caller.accountId, Number(after), limit])
}

export type FieldOverview = typeof fieldOverview

export function presentGroupValues (
  { field_group_id: fieldGroupId, name, group_type: groupType, document }: GroupValues
): string {
  const head = JSON.stringify({ field_group_id: fieldGroupId, name, group_type: groupType })
  return `${head.slice(0, -1)},"values":${document}}`
}
