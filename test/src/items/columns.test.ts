import t from 'tap'
import { UpdateAssetBody } from '../../../routes/api/v2/assets/schemas.js'
import { UpdateProjectBody } from '../../../routes/api/v2/projects/schemas.js'
import { tagChanges } from '../../../routes/api/v2/schemas.js'
import { statement } from '#src/database/sql.js'
import type { ItemColumn } from '#src/items/column-kinds.js'
import { assetColumns, projectColumns } from '#src/items/columns.js'
import { assetKind, projectKind } from '#src/items/kinds.js'
import { editable } from '#src/transfer/import/check.js'
import { onBothDatabases } from '#test/helper/app.js'
import { addItem } from '#test/helper/items.js'

const LONG = JSON.stringify(['x'.repeat(10_000)])

const kinds = [
  { path: 'assets', columns: assetColumns, statements: assetKind.statements, body: UpdateAssetBody },
  { path: 'projects', columns: projectColumns, statements: projectKind.statements, body: UpdateProjectBody }
] as const

onBothDatabases('The size of an item, which is read before the item, counts each text that may be long', async (t, { app, admin, adminCaller }) => {
  for (const { path, columns, statements } of kinds) {
    const { id } = await addItem(admin, path)
    for (const [name, { column, isShort }] of Object.entries<ItemColumn>(columns)) {
      if (column === null || isShort === true) continue
      const change = statement(`${path}_lengthen_${column}`, () => `UPDATE ${path} SET ${column} = $2 WHERE id = $1`)
      const grown = await app.transact(adminCaller, async ({ sql }) => {
        const parameters = [adminCaller.accountId, JSON.stringify([id])]
        const bytes = async () => Number((await sql.first(statements.sizes, parameters))!.bytes)
        const before = await bytes()
        await sql.run(change, [id, LONG])
        return await bytes() - before
      })
      t.ok(grown > 9000, `\`bytes\` in src/items/rows.ts counts ${name} of ${path}`)
    }
  }
})

/** Whether a project is private is changed by other rights, and told by an event of its own. */
t.test('The columns, a PUT and an import allow changes of the same properties', async (t) => {
  for (const { path, columns, body } of kinds) {
    const all = Object.entries<ItemColumn>(columns)
    const edited = all.filter(([, { edit }]) => edit !== undefined).map(([name]) => name).sort()
    const sent = Object.keys(body.properties).filter((name) => !(name in tagChanges) && name !== 'private').sort()
    t.strictSame(edited, sent, `the columns of ${path} that have \`edit\` in src/items/columns.ts, and the body of a PUT`)
    t.strictSame(Object.keys(editable).sort(), sent, `\`editable\` in src/transfer/import/check.ts, and a PUT of ${path}`)
    for (const [name, { edit, isShort }] of all) {
      t.notOk(edit !== undefined && isShort === true, `what callers send is not short by itself: ${name} of ${path}`)
    }
  }
})
