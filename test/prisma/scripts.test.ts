import t from 'tap'
import { copyProject, newDatabaseUrl, onBothDatabases } from '../helper/prisma-project.js'

onBothDatabases('A migration that fails is named with the error of the database', async (t, dialect) => {
  const project = await copyProject(t, dialect)
  const url = await newDatabaseUrl(t, dialect)
  await project.addMigration('20990101000000_broken', 'CREATE TABEL broken (id int);')
  const broken = await project.prisma(url, 'migrate', 'deploy')
  t.match(broken, { code: 1, output: /Migration 20990101000000_broken failed: .*syntax error.*/ })
  t.notMatch(broken.output, /\.rs:/, 'nothing of the engine\'s own source')
})

t.test('A migration for PostgreSQL may have semicolons that do not end a statement', async (t) => {
  const project = await copyProject(t, 'postgresql')
  const url = await newDatabaseUrl(t, 'postgresql')
  await project.addMigration('20990101000000_function',
    "CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM ';'; RETURN 2; END $$; SELECT two();")
  t.match(await project.prisma(url, 'migrate', 'deploy'), { code: 0, output: /20990101000000_function/ })
})
