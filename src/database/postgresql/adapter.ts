import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlQueryable } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import type { PrismaNames } from './names.js'

export interface Queryable {
  query (config: pg.QueryConfig): Promise<pg.QueryResult>
}

/**
 * Prisma's adapter for anything that can be queried: a pool, or the one connection of a transaction. The adapter
 * accepts only a pool. It uses nothing but its `query`, as transactions are nested here (nested.ts). This is not
 * documented, so its version is pinned.
 */
export function adapterOf (queryable: Queryable, statementNameGenerator: PrismaNames): SqlQueryable {
  const bound: Pick<pg.Pool, 'on'> & Queryable = { query: (config) => queryable.query(config), on: () => pool }
  const pool = Object.assign(Object.create(pg.Pool.prototype) as pg.Pool, bound, { options: {} })
  let adapter: Promise<SqlQueryable> | undefined
  const connected = () => (adapter ??= new PrismaPg(pool, { statementNameGenerator }).connect())
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    queryRaw: async (query) => (await connected()).queryRaw(query),
    executeRaw: async (query) => (await connected()).executeRaw(query)
  }
}
