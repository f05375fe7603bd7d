import { statement, type Dialect, type Sql } from '../../database/sql.js'
import { isWithoutBody } from '../log/log.js'

const methods = (name: string, lock: (sql: Dialect) => string) =>
  statement<{ id: number, http_method: string }>(name, (sql) => `
  SELECT id, http_method FROM webhooks WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))} ${lock(sql)}`)

/** $1 account, $2 JSON list of webhooks */
const listMethods = methods('webhooks_methods', () => '')
/** The same. Until the transaction ends nobody deletes or changes them. */
const holdMethods = methods('webhooks_hold_methods', (sql) => sql.forShare)

/** Those of some webhooks that are there, and whose deliveries have a body. `held` locks them for a transaction. */
export async function findWithBody (
  sql: Sql, accountId: number, ids: readonly number[], { held = false } = {}
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql.all(held ? holdMethods : listMethods, [accountId, JSON.stringify(ids)])
  return new Set(rows.filter((row) => !isWithoutBody(row.http_method)).map(({ id }) => id))
}
