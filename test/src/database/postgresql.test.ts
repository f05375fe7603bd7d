import type pg from 'pg'
import t from 'tap'
import { openDatabase } from '#src/database/database.js'
import { bindClient } from '#src/database/postgresql/connection.js'
import { createPrismaNames, nameOfText } from '#src/database/postgresql/names.js'
import { statement } from '#src/database/sql.js'
import { createTestDatabase } from '../../helper/databases.js'

const showJit = statement('', () => "SELECT current_setting('jit') AS jit")

t.test('PostgreSQL compiles no statements, which takes longer than they do', async (t) => {
  const { url, drop } = await createTestDatabase('postgresql')
  t.teardown(drop)
  for (const isPooled of [false, true]) {
    const database = await openDatabase(isPooled ? `${url}?pgbouncer=true` : url)
    await database.transaction(async ({ sql }) => { t.strictSame(await sql.first(showJit, []), { jit: 'off' }) })
    if (!isPooled) t.strictSame(await database.reads.sql.first(showJit, []), { jit: 'off' })
    await database.close()
  }
})

t.test('A statement without a name is planned anew each time, for the parameters at hand', async (t) => {
  const names: unknown[] = []
  const client: Pick<pg.PoolClient, 'query'> = {
    query: async ({ name }: pg.QueryConfig) => {
      names.push(name)
      return { rows: [] }
    }
  } as never
  const { sql } = bindClient(client as pg.PoolClient, { own: nameOfText, prisma: createPrismaNames(nameOfText) })
  await sql.all(statement('', () => 'SELECT 1'), [])
  await sql.all(statement('test_named', () => 'SELECT 1'), [])
  t.match(names, ['', /^test_named_/])
})
