import { copyProject, newDatabaseUrl, onBothDatabases } from '../helper/prisma-project.js'

onBothDatabases('Processes that deploy to one new database at the same time all succeed, and one of them migrates it', async (t, dialect) => {
  const { prisma } = await copyProject(t, dialect)
  const url = await newDatabaseUrl(t, dialect)
  const outcomes = await Promise.all([1, 2].map(() => prisma(url, 'migrate', 'deploy')))
  t.strictSame(outcomes.map((outcome) => outcome.code), [0, 0], outcomes.map((outcome) => outcome.output).join('\n'))
  t.equal(outcomes.filter((outcome) => outcome.output.includes('successfully applied')).length, 1)
})
