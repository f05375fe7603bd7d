import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { Overloaded } from '../../errors.js'
import { GIBIBYTE } from '../../basics/units.js'

/** Maximum number of waiting imports of a user, and of their bytes. */
const MOST_IMPORTS = 20
const MOST_BYTES = 4 * GIBIBYTE

/** $1 user */
const lockUser = statement('imports_lock_user', (sql) => `SELECT id FROM users WHERE id = $1 ${sql.forUpdate}`)

/** $1 user: open imports */
const countWaiting = statement<{ imports: number, bytes: number }>('imports_count_waiting', () => `
  SELECT COUNT(*) AS imports, COALESCE(SUM(size), 0) AS bytes FROM imports
  WHERE user_id = $1 AND due_at IS NOT NULL AND status IN ('receiving', 'pending', 'running')`)

/** Blocks other new imports of the user until the transaction ends. */
export async function lockImportsOf (tx: Transaction, userId: number): Promise<void> {
  await tx.sql.first(lockUser, [userId])
}

/** Throws Overloaded if the imports of a user are too many or too large. What the transaction has added counts. */
export async function requireFewWaiting (tx: Transaction, userId: number): Promise<void> {
  const { imports, bytes } = (await tx.sql.first(countWaiting, [userId]))!
  if (imports > MOST_IMPORTS || bytes > MOST_BYTES) throw new Overloaded()
}
