import { openDatabase } from '#src/database/database.js'
import { migrate } from '#src/database/migrate/migrate.js'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { statement } from '#src/database/sql.js'
import { copyProject, newEmptyDatabase, onBothDatabases } from '../helper/prisma-project.js'

const names = statement<{ name: string }>('test_noted_migrations', () => 'SELECT migration_name AS name FROM _prisma_migrations')

onBothDatabases('Prisma accepts a database that the start has migrated as if its own command had migrated it', async (t, dialect) => {
  const url = await newEmptyDatabase(t, dialect)
  await (await openMigratedDatabase(url)).close()
  const { prisma } = await copyProject(t, dialect)
  t.match(await prisma(url, 'migrate', 'status'), { code: 0, output: /up to date/ })
  t.match(await prisma(url, 'db', 'push'), { code: 0, output: /already in sync/ })
})

onBothDatabases('The start applies migrations that were added after a deploy by the command of Prisma', async (t, dialect) => {
  const url = await newEmptyDatabase(t, dialect)
  const { prisma, folder, addMigration, migrations } = await copyProject(t, dialect)
  t.match(await prisma(url, 'migrate', 'deploy'), { code: 0 })
  await addMigration('20990101000000_more', 'CREATE TABLE more (id int);')
  await migrate(url, { folder })
  const database = await openDatabase(url)
  const noted = await database.reads.sql.all(names, [])
  await database.close()
  t.strictSame(noted.map(({ name }) => name).sort(), await migrations())
})
