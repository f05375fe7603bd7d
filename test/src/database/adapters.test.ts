import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '#src/database/driver.mjs'
import pg from 'pg'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { adapterOf } from '#src/database/postgresql/adapter.js'
import { takeConnection } from '#src/database/postgresql/pool.js'
import { connectSqlite } from '#src/database/sqlite-adapter.js'
import { Overloaded } from '#src/errors.js'

/** Private parts of these packages are used, so each new version must be checked. These tests show where. */

t.test('Packages whose private parts are used are pinned to an exact version', async (t) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  t.match(devDependencies['@prisma/adapter-better-sqlite3'], /^\d/)
  for (const name of ['@prisma/driver-adapter-utils', '@prisma/adapter-pg', 'pg', 'undici']) {
    t.match(dependencies[name], /^\d/, name)
  }
})

t.test('Prisma and hand-written statements share one connection to SQLite', async (t) => {
  const path = join(t.testdir(), 'shared.db')
  const { adapter, driver } = await connectSqlite(path, 1000)
  t.teardown(() => adapter.dispose())
  t.ok(driver instanceof Sqlite)
  driver.exec('CREATE TABLE notes (text TEXT); BEGIN; INSERT INTO notes VALUES (\'not committed\')')
  const seen = await adapter.queryRaw({ sql: 'SELECT text FROM notes', args: [], argTypes: [] })
  t.strictSame(seen.rows, [['not committed']])
})

t.test('Prisma and the service load one SQLite driver: from Node 22 on, the precompiled one', async (t) => {
  const { adapter } = await connectSqlite(join(t.testdir(), 'driver.db'), 1000)
  t.teardown(() => adapter.dispose())
  Object.assign(process.report, { excludeNetwork: true })
  const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] }
  const drivers = sharedObjects.filter((path) => path.includes('/node_modules/better-sqlite3'))
  const isOld = process.versions.node.startsWith('20.')
  t.match(drivers, [isOld ? '/node_modules/better-sqlite3-12/' : '/node_modules/better-sqlite3/'])
  t.equal(drivers.length, 1)
})

t.test('Prisma calls only query on the object that stands in for a PostgreSQL pool', async (t) => {
  const asked: unknown[] = []
  const query = async (config: pg.QueryConfig): Promise<pg.QueryResult> => {
    asked.push(config.text, config.name)
    return {
      rows: [['1']],
      fields: [{ name: 'one', dataTypeID: 23 }],
      rowCount: 1,
      command: 'SELECT',
      oid: 0
    } as unknown as pg.QueryResult
  }
  const adapter = adapterOf({ query }, () => 'name of it')
  t.match(await adapter.queryRaw({ sql: 'SELECT 1 AS one', args: [], argTypes: [] }), {
    columnNames: ['one'],
    rows: [['1']]
  })
  t.equal(await adapter.executeRaw({ sql: 'UPDATE a SET b = 1', args: [], argTypes: [] }), 1)
  t.strictSame(asked, ['SELECT 1 AS one', 'name of it', 'UPDATE a SET b = 1', 'name of it'])
})

t.test('Waiting too long for a connection of the pg pool is recognised as an overload', async (t) => {
  class Connected extends EventEmitter {
    connect (connected: (error: null) => void): void { connected(null) }
  }
  const pool = new pg.Pool({
    Client: Connected as unknown as new () => pg.ClientBase,
    max: 1,
    connectionTimeoutMillis: 1
  })
  await pool.connect()
  await t.rejects(takeConnection(pool), Overloaded)
})
