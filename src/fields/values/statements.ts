import { statement } from '../../database/sql.js'
import type { GroupField } from './check.js'

/** The statements for setting values, which happens as often as updates. */

interface GroupOfField {
  readonly group_id: number
  readonly revision: number
}

type NoField = Readonly<Record<keyof GroupField, null>>

interface DocumentRow {
  readonly item_id: string
  readonly item_type: 'asset' | 'project'
  readonly document: string
}

/** $1 group, $2 account: a row for each field, or one without a field if the group has none */
export const findGroupFields = statement<GroupOfField & (GroupField | NoField)>('field_groups_fields', () => `
  SELECT g.id AS group_id, g.revision, f.id AS field_id, f.field_type, f.dropdown_options, f.read_only
  FROM field_groups AS g LEFT JOIN fields AS f ON f.field_group_id = g.id WHERE g.id = $1 AND g.account_id = $2
    AND NOT g.removed`)

/** $1 group, $2 account. Changes of the group or its fields wait until the transaction ends. */
export const shareGroup = statement<{ revision: number }>('field_groups_share', (sql) => `
  SELECT revision FROM field_groups WHERE id = $1 AND account_id = $2 AND NOT removed ${sql.forShare}`)

/** $1 group, $2 account: the fields whose values only administrators may change */
export const findReadOnlyFields = statement<{ id: number }>('field_groups_read_only', () => `
  SELECT id FROM fields WHERE field_group_id = $1 AND account_id = $2 AND read_only`)

/** $1 item, $2 group, $3 account */
export const findDocument = statement<{ document: string }>('field_values_find', () => `
  SELECT document FROM field_values WHERE item_id = $1 AND field_group_id = $2 AND account_id = $3`)

/** $1 item, $2 account: the bytes of the documents of an item, by group */
export const weighDocuments = statement<{ groupId: number, bytes: number }>('field_values_weigh_item', () => `
  SELECT field_group_id AS "groupId", octet_length(document) AS bytes FROM field_values
  WHERE item_id = $1 AND account_id = $2`)

/** $1 item, $2 group, $3 account, $4 type of the item, $5 document */
export const storeDocument = statement('field_values_store', () => `
  INSERT INTO field_values (item_id, field_group_id, account_id, item_type, document) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (item_id, field_group_id) DO UPDATE SET document = excluded.document`)

/** $1 item, $2 group, $3 account */
export const removeDocument = statement('field_values_remove', () => `
  DELETE FROM field_values WHERE item_id = $1 AND field_group_id = $2 AND account_id = $3`)

/** $1 JSON list of item ids, $2 group, $3 account */
export const removeDocuments = statement('field_values_remove_list', (sql) => `
  DELETE FROM field_values
  WHERE ${sql.among('item_id', sql.strings('$1'))} AND field_group_id = $2 AND account_id = $3`)

/** $1 JSON list of item ids, $2 account */
export const removeDocumentsOfItems = statement('field_values_remove_items', (sql) => `
  DELETE FROM field_values WHERE ${sql.among('item_id', sql.strings('$1'))} AND account_id = $2`)

/** $1 group, $2 account, $3 after this item, $4 limit: the items with values in the group */
export const listHolders = statement<{ id: string }>('field_values_holders', () => `
  SELECT item_id AS id FROM field_values
  WHERE field_group_id = $1 AND account_id = $2 AND item_id > $3 ORDER BY item_id LIMIT $4`)

/** $1 JSON list of item ids, $2 group, $3 account */
export const listDocuments = statement<DocumentRow>('field_values_of_group', (sql) => `
  SELECT item_id, item_type, document FROM field_values
  WHERE ${sql.among('item_id', sql.strings('$1'))} AND field_group_id = $2 AND account_id = $3`)
