import { createYielder } from '../../work/turns/yielding.js'
import type { Caller } from '../../core/caller.js'
import { statement } from '../../database/sql.js'
import { FieldGroupNotFound } from '../../errors.js'
import { holdGroup } from '../../fields/values/group.js'
import { lockTree } from '../../items/tree.js'
import type { Transaction } from '../../core/transact.js'
import type { CheckedRow } from './check.js'
import { CHUNK_BYTES, CHUNKS_PER_STEP, removeChunks } from './chunks.js'
import { dueImports, type ImportClaim } from './claim.js'
import { createDryRunTarget } from './dry-run-target.js'
import type { RowError } from './parse.js'
import { planRow, type Outcome } from './plan.js'
import { createDatabaseTarget } from './database-target.js'
import { textOf } from './read-only.js'
import type { RowCounts } from './rows.js'
import type { ImportTarget } from './target.js'

/** A parsed row: checked, or with its errors. */
export interface ReadRow {
  readonly line: number
  readonly row: CheckedRow | { readonly error: string }
}

/** Rows that are written together, and the position after them. */
export interface ImportPiece {
  readonly rows: readonly ReadRow[]
  readonly end: number
  readonly endLine: number
}

/** A field group has changed since the rows were checked. */
export class FieldsChanged extends Error {
  override name = 'FieldsChanged'
}

/** The interval of turns of the event loop for others. */
const TURN_MS = 5
/** Errors that are stored of a row. */
const MOST_ERRORS = 100

/** $4 rows, $5 created, $6 updated, $7 unchanged, $8 failed, $9 errors, $10 position, $11 line */
const advance = dueImports.held('advance', () => `
  rows = rows + $4, created = created + $5, updated = updated + $6, unchanged = unchanged + $7, failed = failed + $8,
  errors = errors + $9, position = $10, line = $11`)

/** $1 import, $2 JSON list of errors, $3 how many came before */
const insertErrors = statement('import_errors_insert', (sql) => `
  INSERT INTO import_errors (import_id, number, line, column_name, error)
  SELECT $1, CAST(value ->> 'number' AS integer), CAST(value ->> 'line' AS integer), value ->> 'column',
    value ->> 'error' FROM ${sql.elements('$2')}`)

/** $1 import */
const countErrors = statement<{ errors: number }>('imports_errors', () => 'SELECT errors FROM imports WHERE id = $1')

/** The outcome of a piece. */
export type Advance = RowCounts & { readonly errors: number, readonly tookMs: number }

/**
 * Writes rows, and in the same transaction the position of the import: a kill loses no row and repeats none. Throws
 * LeaseLost, FieldsChanged, ExternalIdTaken and CascadeUnderWay, and then has written nothing.
 */
export async function writePiece (
  tx: Transaction, claim: ImportClaim, { rows, end, endLine }: ImportPiece
): Promise<Advance> {
  const { row: { id, mode, key, dry_run: dryRun } } = claim
  const startedAt = performance.now()
  await dueImports.hold(tx, claim)
  const checked = rows.flatMap(({ row }) => 'error' in row ? [] : [row])
  await lockTree(tx, checked.some(changesTree) ? 'exclusive' : 'shared')
  await requireGroups(tx, checked)

  const target = dryRun ? createDryRunTarget(tx, id) : createDatabaseTarget(tx, id)
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const errors: Array<RowError & { line: number }> = []
  const yieldNow = createYielder(TURN_MS)
  await target.expect?.(checked.map(({ cells }) => textOf(cells.get('external_id'))).filter((id) => id !== ''))
  for (const { line, row } of rows) {
    const result = 'error' in row
      ? [{ column: null, error: row.error }]
      : await writeRow(target, tx.caller, { mode, key, dryRun: Boolean(dryRun) }, row)
    if (typeof result === 'string') counts[result]++
    else {
      counts.failed++
      errors.push(...result.slice(0, MOST_ERRORS).map((error) => ({ ...error, line })))
    }
    await yieldNow()
  }
  if (errors.length > 0) {
    const { errors: before } = (await tx.sql.first(countErrors, [id]))!
    await tx.sql.run(insertErrors, [id,
      JSON.stringify(errors.map((error, index) => ({ ...error, number: before + index + 1 })))])
  }
  await dueImports.update(tx, claim, advance, [rows.length, counts.created, counts.updated, counts.unchanged,
    counts.failed, errors.length, end, endLine])
  // The next pieces and the end of the import remove the rest.
  await tx.sql.run(removeChunks, [id, Math.floor(end / CHUNK_BYTES), CHUNKS_PER_STEP])
  return { rows: rows.length, ...counts, errors: errors.length, tookMs: performance.now() - startedAt }
}

async function writeRow (
  target: ImportTarget,
  caller: Caller,
  options: Parameters<typeof planRow>[2],
  row: CheckedRow
): Promise<Outcome | readonly RowError[]> {
  const planned = await planRow(target, caller, options, row)
  if ('errors' in planned) return planned.errors
  const { plan: { known, kind, fileId } } = planned
  if (known !== null && kind.type === 'project' && fileId !== '' && fileId !== known.row.id) {
    await target.name(fileId, known.row.id)
  }
  if (planned.outcome !== 'unchanged') await target.apply(planned.plan)
  return planned.outcome
}

/** A row without a type may be a project's. */
function changesTree ({ type, cells }: CheckedRow): boolean {
  return type !== 'asset' && (cells.has('project') || cells.has('project_id'))
}

/** Locks the field groups of the rows until the transaction ends. */
async function requireGroups (tx: Transaction, rows: readonly CheckedRow[]): Promise<void> {
  const groups = new Map(rows.flatMap((row) => row.groups.map(({ group }) => [group.id, group] as const)))
  for (const group of groups.values()) {
    const { revision } = await holdGroup(tx, group.id).catch((error: unknown) => {
      throw error instanceof FieldGroupNotFound ? new FieldsChanged() : error
    })
    if (revision !== group.revision) throw new FieldsChanged()
  }
}
