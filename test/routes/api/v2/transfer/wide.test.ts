import { write } from '#src/transfer/export/export.js'
import { readExport } from '#src/transfer/export/parameters.js'
import { httpDialects, inAppOfProcess } from '#test/helper/app.js'
import { addFieldGroup } from '#test/helper/fields.js'
import { fillProject } from '#test/helper/fill.js'
import { addProject } from '#test/helper/items.js'

const onBothDatabases = inAppOfProcess()

const COLUMNS = 300
const ASSETS = 200
/** So many cells are made in one turn of the event loop. */
const CELLS = 20_000

onBothDatabases('Rows with many columns are written a few at a time, as CSV and for Excel', async (t, world) => {
  const { app, admin, adminCaller } = world
  await addFieldGroup(admin, Array(COLUMNS).fill('textbox'), { groupType: 'default' })
  const { projects: [id] } = await fillProject(world, (await addProject(admin)).id, { projects: 1 })
  const { assets } = await fillProject(world, id!, { assets: ASSETS })
  await app.transact(adminCaller, async (tx) => { for (const asset of assets) tx.touch('asset', asset) })
  for (const query of [{ format: 'csv' }, { format: 'csv', for: 'excel' }]) {
    const rows: number[] = []
    for await (const { text } of write(app.database.reads.sql, adminCaller, readExport(query))) {
      rows.push(text.split('\r\n').length - 1)
    }
    t.ok(Math.max(...rows) * COLUMNS <= CELLS, String(rows))
    t.ok(rows.reduce((sum, count) => sum + count, 0) > ASSETS)
  }
}, {}, httpDialects)
