import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { rights, roles, tableOfRoles } from '#src/access/roles.js'
import { projectRoot } from '#src/basics/paths.js'

t.test('docs/people.md contains the table of roles as the code defines it', async (t) => {
  const page = await readFile(join(projectRoot, 'docs', 'people.md'), 'utf8')
  t.ok(page.includes(tableOfRoles), tableOfRoles)
  t.equal(tableOfRoles.split('\n').length, Object.keys(rights).length + 2)
  for (const role of roles) t.ok(tableOfRoles.split('\n')[0]!.includes(role))
})
