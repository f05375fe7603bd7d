import { statement, type Sql } from '../../database/sql.js'
import { isWithoutBody } from '../log/log.js'

/** $1 account, $2 JSON list of webhooks */
const listMethods = statement<{ id: number, http_method: string }>('webhooks_methods', (sql) => `
  SELECT id, http_method FROM webhooks WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))}`)

/** Those of some webhooks that are there, and whose deliveries have a body. */
export async function findWithBody (
  sql: Sql, accountId: number, ids: readonly number[]
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql.all(listMethods, [accountId, JSON.stringify(ids)])
  return new Set(rows.filter((row) => !isWithoutBody(row.http_method)).map(({ id }) => id))
}
