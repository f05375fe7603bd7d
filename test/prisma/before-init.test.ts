import { openMigratedDatabase } from '#src/database/migrations.js'
import { copyProject, onBothDatabases } from '../helper/prisma-project.js'
import { earlierDatabase } from '../src/database/before-init/earlier.js'

onBothDatabases('deploy does no harm to a database from before `init`, and has nothing to do when the start has taken it over', async (t, dialect) => {
  const { url } = await earlierDatabase(t, dialect)
  const { prisma } = await copyProject(t, dialect)
  t.match(await prisma(url, 'migrate', 'deploy'), { code: 1, output: /_init failed: .*accounts.* already exists/ })
  await (await openMigratedDatabase(url)).close()
  t.match(await prisma(url, 'migrate', 'status'), { code: 0, output: /up to date/ })
  t.match(await prisma(url, 'migrate', 'deploy'), { code: 0, output: /No pending migrations/ })
  t.match(await prisma(url, 'db', 'push'), { code: 0, output: /already in sync/ })
  t.match(await prisma(url, 'migrate', 'dev'), { code: 0, output: /Already in sync/ })
})
