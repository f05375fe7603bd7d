import t from 'tap'
import { copyProject } from '../helper/prisma-project.js'

t.test('The schema for PostgreSQL in the tree is the one that is derived from the data model', async (t) => {
  const project = await copyProject(t, 'sqlite')
  t.strictSame(await project.derive('--check'), { code: 0, output: '' })
})

t.test('After a change of the data model --check reports a stale schema in one line, until it is derived again', async (t) => {
  const project = await copyProject(t, 'sqlite')
  await project.changeSchema((source) =>
    source.replace('model Account {', 'model Account {\n  closedAt DateTime? @map("closed_at")')
  )
  const stale = await project.derive('--check')
  t.equal(stale.code, 1)
  t.match(stale.output, /^prisma\/postgresql\.prisma is stale.*$/)
  t.equal((await project.derive()).code, 0)
  t.equal((await project.derive('--check')).code, 0)
})
