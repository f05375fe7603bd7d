import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import type { Sqlite } from './driver.mjs'
import './driver.mjs'

// Import the driver first: it decides which version the adapter gets.
const { PrismaBetterSqlite3 } = await import('@prisma/adapter-better-sqlite3')

/**
 * Opens one connection for Prisma and for hand-written statements: they must share it to see the same transaction. The
 * adapter keeps its connection in a private field, so its version is pinned.
 */
export async function connectSqlite (
  path: string, timeoutMs: number
): Promise<{ adapter: SqlDriverAdapter, driver: Sqlite.Database }> {
  const adapter = await new PrismaBetterSqlite3({ url: `file:${path}`, timeout: timeoutMs }).connect()
  const { client: driver } = adapter as unknown as { client?: Sqlite.Database }
  if (typeof driver?.prepare !== 'function') {
    throw new TypeError('@prisma/adapter-better-sqlite3 has no `client` any more')
  }
  return { adapter, driver }
}
