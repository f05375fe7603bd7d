import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Sqlite } from '#src/database/driver.mjs'
import t, { type Test } from 'tap'
import { migrate, migrationNames } from '#src/database/migrate/migrate.js'
import { openMigratedDatabase, pendingMigrations } from '#src/database/migrations.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { statement } from '#src/database/sql.js'
import { createTestDatabase } from '../../helper/databases.js'
import { copyMigrations, look, noted } from '../../helper/migrations.js'
import { newEmptyDatabase, onBothDatabases } from '../../helper/prisma-project.js'

const forget = statement(
  'test_unfinished_migration',
  () => "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_init'"
)
const foreign = statement('test_foreign_table', () => 'CREATE TABLE visitors (id int)')
const more = statement('test_more', () => 'SELECT count(*) AS count FROM more')
const evenMore = statement('test_even_more', () => 'SELECT id FROM even_more')

onBothDatabases('A start migrates a new database and an older one', async (t, dialect) => {
  const url = await newEmptyDatabase(t, dialect)
  const database = await openMigratedDatabase(url)
  t.strictSame(await pendingMigrations(database), [])
  await database.close()
  const folder = await copyMigrations(t, dialect, { '20990101000000_more': 'CREATE TABLE more (id int);' })
  await migrate(url, { folder })
  t.strictSame(await noted(url), await migrationNames(dialect, folder))
})

onBothDatabases('Names from before are on one line, trimmed, and seen', async (t, dialect) => {
  const url = await newEmptyDatabase(t, dialect)
  const folder = await copyMigrations(t, dialect, {})
  const [tidying] = (await migrationNames(dialect, folder)).filter((name) => name.endsWith('_notifications_about'))
  for (const name of await migrationNames(dialect, folder)) {
    if (name >= tidying!) await rm(join(folder, name), { recursive: true })
  }
  if (dialect === 'sqlite') await mkdir(dirname(sqlitePath(url)!), { recursive: true })
  await migrate(url, { folder })
  const names = ['Ann', ' Ann\nLee\u200b', '\u202eeeL nnA', '\u200b\u3164 ', 'אן ❤️', '\u0085', 'a\u2066b\u2069c\r\n']
  await look(url, async ({ transaction }) => transaction(async ({ sql }) => {
    const list = [JSON.stringify(names)]
    const now = sql.dialect.name === 'sqlite' ? "'2026-01-01T00:00:00.000+00:00'" : 'now()'
    await sql.run(statement('', () => `INSERT INTO accounts (id, name, created_at) VALUES (1, 'a', ${now})`), [])
    const sent = sql.dialect.name === 'sqlite' ? 'json_each($1)' : 'json_array_elements_text($1)'
    await sql.run(statement('', () => `
      INSERT INTO users (account_id, email, email_key, admin, name, created_at)
      SELECT 1, value || 'x', value || 'x', false, value, ${now} FROM ${sent}`), list)
    await sql.run(statement('', () => `
      INSERT INTO comments (account_id, item_type, item_id, user_id, guest_name, text, internal, created_at, updated_at)
      SELECT 1, 'asset', 'x', 0, value, 'x', false, ${now}, ${now} FROM ${sent}`), list)
  }))
  await migrate(url)
  const tidy = ['Ann', 'Ann Lee', 'eeL nnA', '', 'אן ❤️', '', 'abc']
  t.strictSame(await look(url, async ({ reads: { prisma } }) => [
    (await prisma.user.findMany({ orderBy: { id: 'asc' } })).map(({ name }) => name),
    (await prisma.comment.findMany({ orderBy: { id: 'asc' } })).map(({ guestName }) => guestName)
  ]), [tidy, tidy.map((name) => name || 'Guest')])
})

t.test('When several starts migrate one PostgreSQL at the same time, each migration is applied once', async (t) => {
  const url = await newEmptyDatabase(t, 'postgresql')
  const databases = await Promise.all([1, 2, 3].map(() => openMigratedDatabase(url)))
  t.teardown(() => Promise.all(databases.map((database) => database.close())))
  t.strictSame(await noted(url), await migrationNames('postgresql'))
})

onBothDatabases('A failed migration is named in the error, and rolled back: on SQLite with all of that run', async (t, dialect) => {
  const { url, drop } = await createTestDatabase(dialect)
  t.teardown(drop)
  const folder = await copyMigrations(t, dialect, {
    '20990101000000_more': 'CREATE TABLE more (id int); INSERT INTO more VALUES (1);',
    '20990102000000_broken': 'CREATE TABLE even_more (id int); CREATE TABEL broken (id int);'
  })
  await t.rejects(migrate(url, { folder }), {
    message: /^The database could not be migrated: 20990102000000_broken: .*syntax error/
  })
  const kept = dialect === 'sqlite' ? [] : ['20990101000000_more']
  t.strictSame(await noted(url), [...await migrationNames(dialect), ...kept])
  const found = look(url, async ({ reads: { sql } }) => sql.all(more, []))
  if (dialect === 'sqlite') await t.rejects(found, /more/)
  else t.match(await found, [{ count: /1/ }])
  await t.rejects(look(url, async ({ reads: { sql } }) => sql.all(evenMore, [])), /even_more/)

  await writeFile(join(folder, '20990102000000_broken/migration.sql'), 'CREATE TABLE even_more (id int);')
  await migrate(url, { folder })
  t.match(
    await look(url, ({ reads: { sql } }) => sql.first(more, [])),
    { count: /1/ },
    'all are applied once the script is corrected'
  )
})

onBothDatabases('A start refuses a database in which prisma migrate deploy has failed', async (t, dialect) => {
  const { url, drop } = await createTestDatabase(dialect)
  t.teardown(drop)
  await look(url, ({ transaction }) => transaction(async ({ sql }) => sql.run(forget, [])))
  await t.rejects(openMigratedDatabase(url), { message: /_init has failed in prisma migrate deploy/ })
})

onBothDatabases('A database with tables of another application is refused', async (t, dialect) => {
  const url = await newEmptyDatabase(t, dialect)
  await look(url, ({ transaction }) => transaction(async ({ sql }) => sql.run(foreign, [])))
  await t.rejects(openMigratedDatabase(url), { message: /tables that are not of this service/ })
})

/** A SQLite database with a user, whose row refers to the row of the account. */
async function databaseWithUser (t: Test): Promise<string> {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const driver = new Sqlite(sqlitePath(url))
  driver.exec("INSERT INTO accounts (id, name, created_at) VALUES (7, 'Studio', '2026-01-01'); INSERT INTO users (account_id, email, admin, created_at) VALUES (7, 'a@b.c', 0, '2026-01-01')")
  driver.close()
  return url
}

t.test('When a migration of SQLite rebuilds a table, the rows that refer to it are kept', async (t) => {
  const url = await databaseWithUser(t)
  const folder = await copyMigrations(t, 'sqlite', {
    '20990101000000_anew': `PRAGMA foreign_keys=OFF;
      CREATE TABLE new_accounts (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
        created_at DATETIME NOT NULL, remark TEXT);
      INSERT INTO new_accounts (id, name, created_at) SELECT id, name, created_at FROM accounts;
      DROP TABLE accounts; ALTER TABLE new_accounts RENAME TO accounts; PRAGMA foreign_keys=ON;`
  })
  await migrate(url, { folder })
  const users = await look(
    url,
    ({ reads: { prisma } }) => prisma.user.findMany({ include: { account: { select: { name: true } } } })
  )
  t.match(users, [{ email: 'a@b.c', account: { name: 'Studio' } }])
})

t.test('A migration of SQLite that would leave dangling references is refused and rolled back', async (t) => {
  const url = await databaseWithUser(t)
  const folder = await copyMigrations(t, 'sqlite', { '20990101000000_gone': 'DELETE FROM accounts;' })
  await t.rejects(migrate(url, { folder }), { message: /1 rows would refer to rows that are not there/ })
  t.equal(await look(url, ({ reads: { prisma } }) => prisma.account.count()), 1)
})
