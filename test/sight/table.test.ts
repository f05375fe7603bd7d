import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { leastRoles, roles } from '#src/access/roles.js'
import { projectRoot } from '#src/basics/paths.js'
import { tableOfRoles } from '../../routes/api/v2/projects/schemas.js'

t.test('docs/people.md contains the table of roles as the code defines it', async (t) => {
  const page = await readFile(join(projectRoot, 'docs', 'people.md'), 'utf8')
  t.ok(page.includes(tableOfRoles), tableOfRoles)
  t.equal(tableOfRoles.split('\n').length, Object.keys(leastRoles).length + 2)
  for (const role of roles) t.ok(tableOfRoles.split('\n')[0]!.includes(role))
})
