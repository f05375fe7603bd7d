import type pg from 'pg'
import { concurrentIndex, isOneStatement, type ConcurrentIndex } from './script.js'

/**
 * Runs a script outside of a transaction. It holds up nobody, so it waits for others without an end. An index that is
 * there and valid was made by a process that ended before it could note that.
 */
export async function runConcurrently (client: pg.Client, script: string): Promise<void> {
  if (!isOneStatement(script)) throw new Error('an index that is made concurrently needs a migration of its own')
  const made = concurrentIndex(script)
  if (made === null) return runOnce(client, script)
  const isValid = await stateOf(client, made)
  if (isValid === true) return
  if (isValid === false) await drop(client, made.index)
  try {
    await runPatiently(client, script)
  } catch (error) {
    // Each write would go on keeping it, and an index of unique values would refuse some.
    await drop(client, made.index).catch(() => {})
    throw error
  }
}

/** What is dropped may be gone already. */
async function runOnce (client: pg.Client, script: string): Promise<void> {
  await runPatiently(client, script).catch((error: { code?: string }) => {
    if (error.code !== '42704') throw error
  })
}

function drop (client: pg.Client, index: string): Promise<void> {
  return runPatiently(client, `DROP INDEX CONCURRENTLY IF EXISTS ${index}`)
}

/**
 * Runs one statement without timeouts. The settings go out in one message with it: a pooler in transaction mode then
 * keeps the connection for all three, and gets it back as it was.
 */
async function runPatiently (client: pg.Client, statement: string): Promise<void> {
  const { stream } = client.connection
  stream.cork()
  const answers = ['SET lock_timeout = 0; SET statement_timeout = 0', statement,
    'RESET lock_timeout; RESET statement_timeout'].map((query) => client.query(query))
  stream.uncork()
  const [, done] = await Promise.allSettled(answers)
  if (done!.status === 'rejected') throw done!.reason
}

/**
 * Whether the index is valid, or null if it is not there. Where a process has ended, the server may still be making the
 * index for it: the lock waits for that, and for nobody who reads or writes.
 */
async function stateOf (client: pg.Client, { index, table }: ConcurrentIndex): Promise<boolean | null> {
  await client.query('BEGIN')
  try {
    await client.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
    await client.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`)
    const { rows } = await client.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)', [index]
    )
    return rows[0]?.valid ?? null
  } finally {
    await client.query('ROLLBACK')
  }
}
