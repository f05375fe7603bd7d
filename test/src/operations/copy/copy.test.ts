import { readFile } from 'node:fs/promises'
import { Sqlite } from '#src/database/driver.mjs'
import pg from 'pg'
import t, { type Test } from 'tap'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { OperatorMistake } from '#src/errors.js'
import { copyRows } from '#src/operations/copy/copy.js'
import { openPostgresqlSource } from '#src/operations/copy/postgresql-source.js'
import { openPostgresqlTarget } from '#src/operations/copy/postgresql-target.js'
import { openSqliteSource, openSqliteTarget } from '#src/operations/copy/sqlite-store.js'
import type { SourceStore, TargetStore } from '#src/operations/copy/store.js'
import { foreignTables } from '#src/operations/copy/table.js'
import { projectRoot } from '#src/basics/paths.js'
import { createTestDatabase } from '#test/helper/databases.js'
import { fillEveryTable, ROWS } from '../../../helper/copy.js'

const silent = { report: () => {}, end: () => {} }

const openSource = (url: string) =>
  url.startsWith('file:') ? openSqliteSource(sqlitePath(url)) : openPostgresqlSource(url)
const openTarget = (url: string) =>
  url.startsWith('file:') ? openSqliteTarget(sqlitePath(url)) : openPostgresqlTarget(url)

/** Opens both databases, works with them, and closes them. */
async function withStores<Result> (
  from: string, to: string, work: (source: SourceStore, target: TargetStore) => Promise<Result>
): Promise<Result> {
  const source = await openSource(from)
  const target = await openTarget(to)
  try {
    return await work(source, target)
  } finally {
    await target.close()
    await source.close()
  }
}

const copy = (from: string, to: string) => withStores(from, to, (source, target) => copyRows(source, target, silent))

async function makeDatabase (t: Test, dialect: 'sqlite' | 'postgresql'): Promise<string> {
  const { url, drop } = await createTestDatabase(dialect)
  t.teardown(drop)
  return url
}

/** A database with rows in every table. */
async function makeFilled (t: Test): Promise<string> {
  const url = await makeDatabase(t, 'sqlite')
  fillEveryTable(url)
  return url
}

function change (url: string, ...statements: string[]): void {
  const driver = new Sqlite(sqlitePath(url))
  driver.pragma('foreign_keys = OFF')
  for (const statement of statements) driver.exec(statement)
  driver.close()
}

async function ask (url: string, statement: string): Promise<any> {
  const client = new pg.Client(url)
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows[0]
}

t.test('every table of the data model is copied, but for those that say something of their own database', async (t) => {
  const model = await readFile(`${projectRoot}/prisma/schema.prisma`, 'utf8')
  const named = model.match(/^model \w+ {$[^]*?^}/gm)!.map((text) => /@@map\("(\w+)"\)/.exec(text)![1])
  const copied = await copy(await makeFilled(t), await makeDatabase(t, 'postgresql'))
  t.strictSame(copied.map(({ table }) => table).sort(), named.filter((name) => !foreignTables.includes(name!)).sort())
  t.ok(copied.every(({ rows }) => rows === ROWS))
})

t.test('rows that are copied to PostgreSQL and back are unchanged', async (t) => {
  const first = await makeFilled(t)
  const between = await makeDatabase(t, 'postgresql')
  const last = await makeDatabase(t, 'sqlite')
  const sent = await copy(first, between)
  t.strictSame(await copy(between, last), sent)
  const read = (url: string, table: string) =>
    new Sqlite(sqlitePath(url), { readonly: true }).prepare(`SELECT * FROM "${table}"`).safeIntegers().all()
      .sort((a, b) => Object.values(a as object).join() < Object.values(b as object).join() ? -1 : 1)
  for (const { table } of sent) t.strictSame(read(last, table), read(first, table), table)
})

t.test('the target has its foreign keys again after the copy', async (t) => {
  const to = await makeDatabase(t, 'postgresql')
  const count = "SELECT count(*)::int AS count FROM pg_constraint WHERE contype = 'f'"
  const before = await ask(to, count)
  await copy(await makeFilled(t), to)
  t.ok(before.count > 0)
  t.strictSame(await ask(to, count), before)
})

t.test('ids continue after the highest one that was ever given out', async (t) => {
  const from = await makeDatabase(t, 'sqlite')
  change(
    from,
    "INSERT INTO accounts (id, name, created_at) VALUES (1, 'default', '2026-01-01T00:00:00.000+00:00'), (41, 'gone', '2026-01-01T00:00:00.000+00:00')",
    'DELETE FROM accounts WHERE id = 41'
  )
  const to = await makeDatabase(t, 'postgresql')
  const back = await makeDatabase(t, 'sqlite')
  await copy(from, to)
  await copy(to, back)
  t.strictSame(await ask(to, "INSERT INTO accounts (name, created_at) VALUES ('next', now()) RETURNING id"), { id: 42 })
  const driver = new Sqlite(sqlitePath(back))
  t.strictSame(driver.prepare("INSERT INTO accounts (name, created_at) VALUES ('next', '') RETURNING id").get(), {
    id: 42
  })
  driver.close()
})

for (const dialect of ['sqlite', 'postgresql'] as const) {
  t.test(`a copy that was broken off is made again from the start (to ${dialect})`, async (t) => {
    const from = await makeFilled(t)
    const to = await makeDatabase(t, dialect)
    const inserted: string[] = []
    await t.rejects(withStores(from, to, (source, target) => copyRows(source, {
      ...target,
      insert: async (table, rows) => {
        if (table.name === 'history') throw new Error('the connection is lost')
        inserted.push(table.name)
        await target.insert(table, rows)
      }
    }, silent)), { message: 'the connection is lost' })
    t.ok(inserted.includes('assets'))

    const copied = await copy(from, to)
    t.ok(copied.every(({ rows }) => rows === ROWS))
    if (dialect === 'postgresql') {
      t.not((await ask(to, "SELECT count(*)::int AS count FROM pg_constraint WHERE contype = 'f'")).count, 0)
    }
  })

  t.test(`another run copies what has changed since (to ${dialect})`, async (t) => {
    const from = await makeFilled(t)
    const to = await makeDatabase(t, dialect)
    change(from, "UPDATE users SET email = 'b' WHERE id = 11", "UPDATE users SET email = 'a' WHERE id = 33")
    await copy(from, to)
    change(from,
      // Swaps two unique values.
      "UPDATE users SET email = '' WHERE id = 11",
      "UPDATE users SET email = 'b' WHERE id = 33",
      "UPDATE users SET email = 'a' WHERE id = 11",
      "INSERT INTO accounts (id, name, created_at) VALUES (100, 'new', '2026-01-01T00:00:00.000+00:00')",
      'DELETE FROM webhook_attempts', 'UPDATE assets SET title = title || title')
    const copied = await copy(from, to)
    t.equal(copied.find(({ table }) => table === 'accounts')!.rows, ROWS + 1)
    t.equal(copied.find(({ table }) => table === 'webhook_attempts')!.rows, 0)
  })
}

t.test('a target that has its own data is refused and stays unchanged', async (t) => {
  const from = await makeFilled(t)
  const to = await makeDatabase(t, 'postgresql')
  await ask(to, "INSERT INTO settings (name, value) VALUES ('own', 'own')")
  await t.rejects(
    copy(from, to),
    new OperatorMistake('The target has data of its own (in settings): give an empty database')
  )
  t.strictSame(await ask(to, "SELECT name, value, to_regclass('_cutroom_copy') AS mark FROM settings"), {
    name: 'own',
    value: 'own',
    mark: null
  })
})

t.test('a target that holds the copy of another database is refused', async (t) => {
  const to = await makeDatabase(t, 'sqlite')
  await copy(await makeFilled(t), to)
  const other = await makeFilled(t)
  change(other, "UPDATE accounts SET name = 'other' WHERE id = 11")
  await t.rejects(copy(other, to), new OperatorMistake('The target holds the copy of another database'))
})

t.test('an empty database is not copied', async (t) => {
  await t.rejects(
    copy(await makeDatabase(t, 'sqlite'), await makeDatabase(t, 'sqlite')),
    new OperatorMistake('The database is empty: there is nothing to copy')
  )
})

t.test('a row that changes on its way is detected', async (t) => {
  const from = await makeFilled(t)
  const to = await makeDatabase(t, 'sqlite')
  await t.rejects(
    withStores(from, to, (source, target) =>
      copyRows(source, {
        ...target,
        insert: (table, rows) =>
          target.insert(
            table,
            table.name !== 'assets'
              ? rows
              : rows.map((row) => row.map((value) => value === null ? null : value.toUpperCase()))
          )
      }, silent)),
    { message: /^The copy of assets is not the same/ }
  )
})

t.test('two copies into one PostgreSQL do not run at the same time', async (t) => {
  const to = await makeDatabase(t, 'postgresql')
  const first = await openPostgresqlTarget(to)
  await t.rejects(openPostgresqlTarget(to), new OperatorMistake('A copy is being made into this database already'))
  await first.close()
})

t.test('a file that is in use is refused as a target', async (t) => {
  const to = await makeDatabase(t, 'sqlite')
  const driver = new Sqlite(sqlitePath(to))
  driver.pragma('journal_mode = WAL')
  driver.prepare('SELECT count(*) FROM accounts').get()
  t.throws(() => openSqliteTarget(sqlitePath(to)), { message: /is in use/ })
  driver.close()
})
