import type {
  SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery, SqlQueryable, Transaction
} from '@prisma/driver-adapter-utils'

/**
 * Gives Prisma a connection on which a transaction is already open. When Prisma begins a transaction of its own (for a
 * write of several statements) it gets a savepoint, so that its failure undoes only its own work.
 */
export function nestedAdapter (
  queryable: SqlQueryable, info?: SqlDriverAdapter['getConnectionInfo']
): SqlDriverAdapterFactory {
  const queries = {
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    queryRaw: (query: SqlQuery) => queryable.queryRaw(query),
    executeRaw: (query: SqlQuery) => queryable.executeRaw(query)
  }
  const execute = async (sql: string) => { await queryable.executeRaw({ sql, args: [], argTypes: [] }) }
  let savepoints = 0

  const startTransaction = async (): Promise<Transaction> => {
    const name = `prisma_${++savepoints}`
    await execute(`SAVEPOINT ${name}`)
    return {
      ...queries,
      options: { usePhantomQuery: true },
      commit: () => execute(`RELEASE SAVEPOINT ${name}`),
      rollback: async () => {
        await execute(`ROLLBACK TO SAVEPOINT ${name}`)
        await execute(`RELEASE SAVEPOINT ${name}`)
      },
      createSavepoint: (inner: string) => execute(`SAVEPOINT ${inner}`),
      rollbackToSavepoint: (inner: string) => execute(`ROLLBACK TO SAVEPOINT ${inner}`),
      releaseSavepoint: (inner: string) => execute(`RELEASE SAVEPOINT ${inner}`)
    }
  }
  return {
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    connect: async () => ({
      ...queries,
      startTransaction,
      executeScript: execute,
      dispose: async () => {},
      getConnectionInfo: info
    })
  }
}
