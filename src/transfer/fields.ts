import { statement, type Sql } from '../database/sql.js'

/** A field with a column. */
export interface ColumnField {
  readonly id: number
  readonly field_group_id: number
  readonly field_type: string
  readonly name: string
}

/** $1 account */
const findFields = statement<ColumnField>('transfer_fields', () => `
  SELECT f.id, f.field_group_id, f.field_type, f.name FROM fields AS f JOIN field_groups AS g ON g.id = f.field_group_id
  WHERE g.account_id = $1 AND g.group_type = 'default' ORDER BY f.id`)

/** The fields of an account's default groups, in the order of their columns. */
export async function findColumnFields (sql: Sql, accountId: number): Promise<ColumnField[]> {
  return sql.all(findFields, [accountId])
}
