import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { ageInSeconds } from '../metrics/age.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Advance } from './import/piece.js'

/** Ended imports are due too, when it is time to forget them. */
const openImports = statement<{ status: string, imports: number, oldest: string }>('imports_open', (sql) => `
  SELECT status, COUNT(*) AS imports, ${sql.milliseconds('MIN(created_at)')} AS oldest FROM imports
  WHERE due_at IS NOT NULL AND status IN ('pending', 'running') GROUP BY status`)

const statuses = ['pending', 'running']
const outcomes = ['created', 'updated', 'unchanged', 'failed'] as const

/** Counts the rows of imports by outcome, those of dry runs apart. */
export function createRowCounter (metrics: Metrics): (advance: Advance, dryRun: boolean) => void {
  const rows = metrics.counter(
    'cutroom_import_rows_total',
    'Rows of imports, by outcome, and by whether it was a dry run.',
    ['outcome', 'dry_run']
  )
  for (const outcome of outcomes) rows.inc({ outcome, dry_run: 'false' }, 0)
  return (advance, dryRun) => {
    for (const outcome of outcomes) rows.inc({ outcome, dry_run: String(dryRun) }, advance[outcome])
  }
}

/** The number of open imports, and the age of the oldest. */
export function addImportMetrics (
  { metrics, database, clock = Date.now }: { metrics: Metrics, database: Database, clock?: () => number }
): void {
  metrics.addSource('imports', (gauge) => {
    const imports = gauge('cutroom_imports', 'Imports that have not come to their end, by status.', ['status'])
    const age = gauge('cutroom_import_oldest_age_seconds', 'How long ago the file of the oldest of them came.')
    return async () => {
      const rows = await database.reads.sql.all(openImports, [])
      for (const status of statuses) {
        imports.set({ status }, rows.find((row) => row.status === status)?.imports ?? 0)
      }
      age.set(ageInSeconds(rows.map((row) => row.oldest).sort()[0], clock()))
    }
  })
}

/** Counts exports and their items. */
export function createExportCounter (metrics: Metrics): (items: number) => void {
  const exports = metrics.counter('cutroom_exports_total', 'Exports that were read to their end from the database.')
  const exported = metrics.counter('cutroom_exported_items_total', 'Items that were written into exports.')
  return (items) => {
    exports.inc()
    exported.inc(items)
  }
}
