import { copyProject, newDatabaseUrl, onBothDatabases } from '../helper/prisma-project.js'

onBothDatabases('deploy creates the database and migrates it, and status reports the state before and after', async (t, dialect) => {
  const { prisma, migrations } = await copyProject(t, dialect)
  const url = await newDatabaseUrl(t, dialect)
  t.match(await prisma(url, 'migrate', 'status'), { code: 1, output: /P1003: Database .* does not exist/ })
  const deployed = await prisma(url, 'migrate', 'deploy')
  t.match(deployed, { code: 0, output: /successfully applied/ })
  for (const name of await migrations()) t.ok(deployed.output.includes(name))
  t.match(await prisma(url, 'migrate', 'status'), { code: 0, output: /up to date/ })
  t.match(await prisma(url, 'migrate', 'deploy'), { code: 0, output: /No pending migrations/ })
})
