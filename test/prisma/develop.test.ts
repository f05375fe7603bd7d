import { copyProject, newDatabaseUrl, onBothDatabases } from '../helper/prisma-project.js'

onBothDatabases('migrate dev writes a migration for a change of the schema, and only for that', async (t, dialect) => {
  const project = await copyProject(t, dialect)
  const url = await newDatabaseUrl(t, dialect)
  const before = await project.migrations()
  await project.changeSchema((source) => source.replace('model Account {', 'model Account {\n  remark String?'))
  await project.derive()

  t.match(await project.prisma(url, 'migrate', 'dev', '--name', 'remark', '--create-only'), {
    code: 0,
    output: /without applying it/
  })
  const [added = '', ...others] = (await project.migrations()).filter((name) => !before.includes(name))
  t.match(added, /^\d{14}_remark$/)
  t.strictSame(others, [])
  t.match(
    (await project.readMigration(added)).trim(),
    /^-- AlterTable\nALTER TABLE "accounts" ADD COLUMN +"remark" TEXT;$/
  )

  t.match(await project.prisma(url, 'migrate', 'dev'), { code: 0, output: /now in sync/ })
  t.match(await project.prisma(url, 'migrate', 'dev'), { code: 0, output: /Already in sync/ })
  t.match(await project.prisma(url, 'migrate', 'reset', '--force'), {
    code: 0,
    output: /Database reset successful[^]*_remark/
  })
})
