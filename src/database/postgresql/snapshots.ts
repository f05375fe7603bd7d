import type pg from 'pg'
import { Overloaded } from '../../errors.js'
import type { Connection } from '../database.js'
import type { Sql } from '../sql.js'
import { beginning, NO_TURN } from './pool.js'

export interface SnapshotsDependencies {
  readonly pool: pg.Pool
  readonly isPooled: boolean
  readonly bind: (client: pg.PoolClient) => Connection
}

/** Reads of one moment: transactions that write nothing. */
export function createSnapshots ({ pool, isPooled, bind }: SnapshotsDependencies) {
  const begin = `${beginning(isPooled)}; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`

  return async function snapshot<Result> (work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await pool.connect().catch((error: Error) => {
      throw error.message === NO_TURN ? new Overloaded() : error
    })
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
