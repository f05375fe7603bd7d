import { addAsset } from '../../helper/items.js'
import { onBothDatabases } from '../../helper/app.js'
import { runImport, sendImport } from '../../helper/transfer.js'

onBothDatabases('Imports and exports are counted, and waiting imports are reported', async (t, world) => {
  const { admin, anonymous } = world
  const read = async () => (await anonymous.get('/metrics')).text
  t.match(
    await read(),
    /^cutroom_import_rows_total\{outcome="failed",dry_run="false"\} 0$/m,
    'so that the first one is seen as an increase'
  )
  await addAsset(admin)
  await admin.get('export')
  await runImport(world, 'title\na\nb\n' + 'x'.repeat(1001), {})
  await runImport(world, 'title\nc\n', { query: '?dry_run=true' })
  await sendImport(admin, 'title\nd\n')
  const text = await read()
  t.match(text, /^cutroom_import_rows_total\{outcome="created",dry_run="false"\} 2$/m)
  t.match(text, /^cutroom_import_rows_total\{outcome="failed",dry_run="false"\} 1$/m)
  t.match(text, /^cutroom_import_rows_total\{outcome="created",dry_run="true"\} 1$/m)
  t.match(text, /^cutroom_imports\{status="pending"\} 1$/m)
  t.match(text, /^cutroom_imports\{status="running"\} 0$/m)
  t.match(text, /^cutroom_import_oldest_age_seconds \d/m)
  t.match(text, /^cutroom_exports_total 1$/m)
  t.match(text, /^cutroom_exported_items_total 1$/m)
  t.match(text, /^cutroom_changes_waiting 0$/m)
})
