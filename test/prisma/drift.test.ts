import t from 'tap'
import { copyProject, newDatabaseUrl, onBothDatabases } from '../helper/prisma-project.js'

const schemas = { sqlite: 'prisma/schema.prisma', postgresql: 'prisma/postgresql.prisma' }

onBothDatabases('The migrations make exactly the schema, and Prisma finds a migrated database in sync with it', async (t, dialect) => {
  const { prisma } = await copyProject(t, dialect)
  const url = await newDatabaseUrl(t, dialect)
  await prisma(url, 'migrate', 'deploy')
  const diff = await prisma(url, 'migrate', 'diff', '--exit-code',
    '--from-migrations', `prisma/migrations/${dialect}`, '--to-schema', schemas[dialect])
  t.match(diff, { code: 0, output: /No difference/ })
  t.match(await prisma(url, 'db', 'push'), { code: 0, output: /already in sync/ })
})

t.test('The schemas can be compared without a database', async (t) => {
  const { prisma } = await copyProject(t, 'postgresql')
  const script = ['migrate', 'diff', '--from-empty', '--script', '--to-schema']
  t.match(await prisma('', ...script, schemas.sqlite), { code: 0, output: /CREATE TABLE "assets"/ })
  t.match(await prisma('', ...script, schemas.postgresql), { code: 0, output: /"created_at" TIMESTAMPTZ\(3\)/ })
})
