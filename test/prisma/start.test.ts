import t from 'tap'
import { migrate, migrationNames } from '#src/database/migrate/migrate.js'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { noted } from '../helper/migrations.js'
import { copyProject, newEmptyDatabase, onBothDatabases } from '../helper/prisma-project.js'

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
  t.strictSame(await noted(url), await migrations())
})

t.test('The command of Prisma makes an index concurrently, and the start finds it made', async (t) => {
  const url = await newEmptyDatabase(t, 'postgresql')
  const { prisma, folder, addMigration } = await copyProject(t, 'postgresql')
  await addMigration('20990101000000_more', '-- CreateIndex\nCREATE INDEX CONCURRENTLY "assets_more_idx" ON "assets"("title");\n')
  await migrate(url)
  t.match(await prisma(url, 'migrate', 'deploy'), { code: 0, output: /20990101000000_more/ })
  await migrate(url, { folder })
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
  t.match(await prisma(url, 'migrate', 'status'), { code: 0, output: /up to date/ })
})
