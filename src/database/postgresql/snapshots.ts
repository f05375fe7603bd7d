import type pg from 'pg'
import type { Connection } from '../interface.js'
import type { Sql } from '../sql.js'
import { beginning, takeConnection } from './pool.js'

export interface SnapshotsDependencies {
  readonly pool: pg.Pool
  readonly isPooled: boolean
  readonly bind: (client: pg.PoolClient) => Connection
}

/** Read-only transactions that see the state of one moment. */
export function createSnapshots ({ pool, isPooled, bind }: SnapshotsDependencies) {
  const begin = `${beginning(isPooled)}; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`

  return async function snapshot<Result> (work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await takeConnection(pool)
    let broken: Error | undefined
    try {
      await client.query(begin)
      return await work(bind(client).sql)
    } finally {
      await client.query('ROLLBACK').catch((error: Error) => { broken = error })
      client.release(broken)
    }
  }
}
