import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import { PrismaBetterSqlite3 } from '../../prisma/generated/runtime/sqlite-adapter.mjs'
import type { Sqlite } from './driver.mjs'

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
