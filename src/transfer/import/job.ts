import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../../background/loop.js'
import { systemCaller } from '../../core/caller.js'
import { statement } from '../../database/sql.js'
import { isOutage } from '../../database/outages.js'
import { InternalError, Overloaded } from '../../errors.js'
import { toDatabase } from '../../basics/time.js'
import { claimDueImport, letGo, ImportLeaseLost, updateHeldImport, type ImportClaim } from './claim.js'
import { IMPORT_JOB } from './imports.js'
import type { Advance } from './piece.js'
import { findImport, type ImportRow } from './rows.js'
import { finishImport, runImport, type RunDependencies } from './run.js'
import { DAY_MS, SECOND_MS } from '../../basics/units.js'

/** Then another import that waits has its turn. */
const TURN_MS = 2 * SECOND_MS
/** What is left of a file, and of its notes, goes in steps. */
const CHUNKS_PER_STEP = 32
const NOTES_PER_STEP = 1000
/** Imports, and what was wrong with their rows, are kept for so long. */
const KEPT_DAYS = 30

/** $1 import, $2 at most so many */
const removeChunks = statement('import_chunks_clear', (sql) => `
  DELETE FROM import_chunks WHERE import_id = $1
    AND ${sql.among('number', 'SELECT number FROM import_chunks WHERE import_id = $1 ORDER BY number LIMIT $2')}`)
const removeNotes = statement('import_notes_clear', (sql) => `
  DELETE FROM import_notes WHERE import_id = $1
    AND ${sql.among('name', 'SELECT name FROM import_notes WHERE import_id = $1 ORDER BY name LIMIT $2')}`)
const removeErrors = statement('import_errors_clear', (sql) => `
  DELETE FROM import_errors WHERE import_id = $1
    AND ${sql.among('number', 'SELECT number FROM import_errors WHERE import_id = $1 ORDER BY number LIMIT $2')}`)

/** Nothing is left to do before it is forgotten. $4 then */
const close = statement('imports_close', (sql) => `
  UPDATE imports SET due_at = ${sql.moment('$4')}, lease_token = NULL WHERE id = $1 AND lease_token = $2
    AND ${sql.moment('$3')} IS NOT NULL`)
/** $3 */
const renew = statement(
  'imports_keep',
  (sql) => `UPDATE imports SET due_at = ${sql.moment('$3')} WHERE id = $1 AND lease_token = $2`
)
/** $1 import */
const remove = statement('imports_remove', () => 'DELETE FROM imports WHERE id = $1')

export interface ImportJobDependencies extends RunDependencies {
  readonly log: FastifyBaseLogger
  readonly onRows: (advance: Advance, dryRun: boolean) => void
}

/** Goes on with imports one after the other, each for a while, and removes what they leave. */
export function createImportJob (dependencies: ImportJobDependencies): Job {
  const { database, transact, log, onRows } = dependencies

  async function run (signal: AbortSignal, heartbeat: () => void): Promise<'more' | void> {
    const claim = signal.aborted ? null : await claimDueImport(transact)
    if (claim === null) return
    try {
      await attend(claim, signal, heartbeat)
    } catch (error) {
      if (error instanceof ImportLeaseLost) { log.info({ importId: claim.row.id }, 'an import was taken over, or cancelled') } else await judge(claim, error)
    }
    return 'more'
  }

  /** An outage passes. What does not would come again with the same rows, and keep others waiting. */
  async function judge (claim: ImportClaim, error: unknown): Promise<void> {
    if (error instanceof Overloaded || isOutage(error)) throw error
    log.error({ err: error, importId: claim.row.id }, 'an import could not be done')
    await finishImport(transact, claim, 'failed', new InternalError().message)
    await logEnd(claim)
  }

  /** One line for each import that has come to its end. */
  async function logEnd ({ row: { id, account_id: accountId } }: ImportClaim): Promise<void> {
    const row = await database.reads.sql.first<ImportRow>(findImport, [accountId, id])
    if (row === undefined) return
    const { status, error, rows, created, updated, unchanged, failed } = row
    const durationMs = Date.parse(row.finished_at!) - Date.parse(row.created_at)
    const line = { importId: id, accountId, status, error, dryRun: Boolean(row.dry_run), rows, created, updated }
    log[status === 'failed' ? 'warn' : 'info']({ ...line, unchanged, failed, durationMs }, 'import')
  }

  async function attend (claim: ImportClaim, signal: AbortSignal, heartbeat: () => void): Promise<void> {
    if (claim.row.status !== 'pending' && claim.row.status !== 'running') return clear(claim, signal, heartbeat)
    const end = performance.now() + TURN_MS
    const isTimeUp = () => {
      heartbeat()
      return signal.aborted || performance.now() >= end
    }
    const onPiece = (advance: Advance) => onRows(advance, Boolean(claim.row.dry_run))
    if (await runImport(dependencies, claim, { isTimeUp, onPiece })) await logEnd(claim)
    else await letGo(transact, claim)
  }

  async function clear (claim: ImportClaim, signal: AbortSignal, heartbeat: () => void): Promise<void> {
    const { row } = claim
    const service = systemCaller({ id: row.account_id, name: '' })
    const finishedAt = row.finished_at === null ? null : Date.parse(row.finished_at)
    const isForgotten = finishedAt === null || Date.now() - finishedAt >= KEPT_DAYS * DAY_MS
    const steps = [[removeChunks, CHUNKS_PER_STEP], [removeNotes, NOTES_PER_STEP],
      ...isForgotten ? [[removeErrors, NOTES_PER_STEP] as const] : []] as const
    for (const [statement, limit] of steps) {
      for (let removed: number = limit; removed === limit;) {
        if (signal.aborted) return letGo(transact, claim)
        removed = await transact(service, async (tx) => {
          await updateHeldImport(tx, claim, renew, [])
          return tx.sql.run(statement, [row.id, limit])
        })
        heartbeat()
      }
    }
    await transact(service, async (tx) => {
      if (isForgotten) await tx.sql.run(remove, [row.id])
      else await updateHeldImport(tx, claim, close, [toDatabase(new Date(finishedAt + KEPT_DAYS * DAY_MS))])
    })
  }

  return { name: IMPORT_JOB, intervalMs: 2 * SECOND_MS, run }
}
