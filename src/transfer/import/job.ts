import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../../work/loop/loop.js'
import { systemCaller } from '../../core/caller.js'
import { statement, type SqlValue, type Statement } from '../../database/sql.js'
import { isOutage } from '../../database/outages.js'
import { InternalError, Overloaded } from '../../errors.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { LeaseLost, unlessLost } from '../../work/claims/claim.js'
import type { Worker } from '../../work/claims/worker.js'
import { removeRows } from '../../work/pieces/pieces.js'
import { CHUNK_BYTES, CHUNKS_PER_STEP, removeChunks } from './chunks.js'
import { dueImports, LONGEST_MS, type ImportClaim } from './claim.js'
import { IMPORT_JOB } from './imports.js'
import type { Advance } from './piece.js'
import { findImport } from './rows.js'
import { finishImport, runImport, type RunDependencies } from './run.js'
import { DAY_MS, SECOND_MS } from '../../basics/units.js'

/**
 * How long an import runs before the next one has its turn: accounts take turns, so do their users, and so do the
 * imports of a user.
 */
const TURN_MS = SECOND_MS
/** Notes and errors of an ended import are removed in steps. */
const NOTES_PER_STEP = 1000
/** How long ended imports and their errors are kept. */
const KEPT_MS = 30 * DAY_MS

/** $1 import, $2 limit */
const removeNotes = statement('import_notes_clear', (sql) => `
  DELETE FROM import_notes WHERE import_id = $1
    AND ${sql.among('name', 'SELECT name FROM import_notes WHERE import_id = $1 ORDER BY name LIMIT $2')}`)
const removeErrors = statement('import_errors_clear', (sql) => `
  DELETE FROM import_errors WHERE import_id = $1
    AND ${sql.among('number', 'SELECT number FROM import_errors WHERE import_id = $1 ORDER BY number LIMIT $2')}`)

/** $1 import */
const remove = statement('imports_remove', () => 'DELETE FROM imports WHERE id = $1')

/** Ended imports to forget. $1 latest end */
const findOld = statement<{ id: string }>('imports_find_old', (sql) => `
  SELECT id FROM imports WHERE due_at IS NULL AND finished_at <= ${sql.moment('$1')} ORDER BY finished_at LIMIT 100`)
/** $1 ids, $2 now */
const makeDue = statement('imports_make_due', (sql) => `
  UPDATE imports SET due_at = ${sql.moment('$2')} WHERE ${sql.among('id', sql.strings('$1'))} AND due_at IS NULL`)

export interface ImportJobDependencies extends RunDependencies {
  readonly worker: Worker
  readonly log: FastifyBaseLogger
  readonly onRows: (advance: Advance, dryRun: boolean) => void
}

/** Runs imports one after the other, each for a while, and removes their leftovers. */
export function createImportJob (dependencies: ImportJobDependencies): Job {
  const { database, transact, worker, log, onRows } = dependencies
  const shares = { underWay: [], turns: new Map<string, number>() }
  /** The import that has its turn, or whose turn has failed: it is kept until it is released. */
  let current: ImportClaim | null = null
  worker.holds(() => current !== null)

  async function run (signal: AbortSignal, heartbeat: () => void): Promise<'more' | void> {
    if (current !== null) await letGo(current)
    current = null
    if (signal.aborted) return
    current = await claimNext()
    if (current === null) return await findForgotten()
    try {
      await attend(current, AbortSignal.any([signal, worker.signal]), heartbeat)
    } catch (error) {
      if (error instanceof LeaseLost) log.info({ importId: current.row.id }, 'an import was taken over, or cancelled')
      else await judge(current, error)
    }
    current = null
    return 'more'
  }

  async function claimNext (): Promise<ImportClaim | null> {
    const options = { now: new Date(), longestDelayMs: LONGEST_MS }
    if (!await dueImports.isAnyDue(database.reads.sql, options)) return null
    const [claim] = await transact(systemCaller(), (tx) =>
      dueImports.claim(tx, worker, { ...options, limit: 1, shares }))
    if (claim !== undefined) worker.entered(claim.owner)
    return claim ?? null
  }

  /** Makes imports due that ended long ago. */
  async function findForgotten (): Promise<'more' | void> {
    const old = await database.reads.sql.all(findOld, [toDatabase(new Date(Date.now() - KEPT_MS))])
    if (old.length === 0) return
    const ids = JSON.stringify(old.map(({ id }) => id))
    await transact(systemCaller(), async (tx) => { await tx.sql.run(makeDue, [ids, toDatabase(tx.time)]) })
    return 'more'
  }

  const letGo = ({ caller, ...held }: ImportClaim) =>
    transact(caller, (tx) => dueImports.letGo(tx, held, tx.time)).catch(unlessLost)

  /** After an outage the import is tried again. Any other error would return with the same rows, and delay others. */
  async function judge (claim: ImportClaim, error: unknown): Promise<void> {
    if (error instanceof Overloaded || isOutage(error)) throw error
    log.error({ err: error, importId: claim.row.id }, 'an import could not be done')
    await finishImport(transact, claim, 'failed', new InternalError().message)
    await logEnd(claim)
  }

  /** Logs the end of an import. */
  async function logEnd ({ row: { id, account_id: accountId } }: ImportClaim): Promise<void> {
    const row = await database.reads.sql.first(findImport, [accountId, id])
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
    else await letGo(claim)
  }

  async function clear (claim: ImportClaim, signal: AbortSignal, heartbeat: () => void): Promise<void> {
    const { row, caller } = claim
    const isForgotten = row.finished_at === null || Date.now() - Date.parse(row.finished_at) >= KEPT_MS
    const allChunks = Math.ceil(row.size / CHUNK_BYTES)
    const steps: Array<readonly [Statement, readonly SqlValue[], number]> = [
      [removeChunks, [row.id, allChunks], CHUNKS_PER_STEP],
      [removeNotes, [row.id], NOTES_PER_STEP]
    ]
    if (isForgotten) steps.push([removeErrors, [row.id], NOTES_PER_STEP])
    const before = (tx: Transaction) => dueImports.hold(tx, claim)
    const options = { transact, caller, signal, onPiece: heartbeat, before }
    for (const [statement, parameters, limit] of steps) {
      if (!await removeRows(statement, parameters, { ...options, limit })) return letGo(claim)
    }
    await transact(caller, async (tx) => {
      await dueImports.letGo(tx, claim, null)
      if (isForgotten) await tx.sql.run(remove, [row.id])
    })
  }

  return { name: IMPORT_JOB, intervalMs: 2 * SECOND_MS, run }
}
