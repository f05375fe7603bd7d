import type { FastifyBaseLogger } from 'fastify'
import { SECOND_MS } from '../../basics/units.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { AssetNotFound } from '../../errors.js'
import { LeaseLost, type Claim } from '../../work/claims/claim.js'
import { removeKeys } from '../housekeeping/release.js'
import { newKey } from '../storage/keys.js'
import type { MediaStorage } from '../storage/storage.js'
import { findWorkedFile, type FileWork, type FileWorkRow, type WorkedFile } from './rows.js'

export interface FileWorkDependencies<Outcome extends string> {
  readonly database: Database
  readonly transact: Transact
  readonly storage: Pick<MediaStorage, 'place'>
  /** The folder of temporary files. */
  readonly folder: string
  /** Seconds between attempts after failures of the service itself. */
  readonly delays: readonly number[]
  readonly log: FastifyBaseLogger
  /** Called with the outcome of each attempt. */
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined
}

/** The state of a running attempt. */
export interface HeldFile<Row extends FileWorkRow> {
  readonly claim: Claim<Row>
  readonly file: WorkedFile
  readonly signal: AbortSignal
  readonly log: FastifyBaseLogger
  /** Keys of the storage that it has used, or is about to use. */
  keys: readonly string[]
}

export interface Ended<Outcome extends string> {
  readonly outcome: Outcome
  readonly error?: string
  readonly dueInMs: number | null
}

/**
 * Makes one attempt at a file, and logs it by its name. Returns the milliseconds until the next attempt; null if there
 * is none to wait for. What was stored is released if the row is lost during the attempt.
 */
export async function attemptFile<Row extends FileWorkRow, Outcome extends string> (
  name: string,
  claim: Claim<Row>,
  { database, transact, onOutcome, ...dependencies }: FileWorkDependencies<Outcome | 'left'>,
  stopping: AbortSignal,
  work: (held: HeldFile<Row>) => Promise<Ended<Outcome | 'left'>>
): Promise<number | null> {
  const log = dependencies.log.child({ mediaFileId: claim.row.id })
  const startedAt = Date.now()
  let held: HeldFile<Row> | null = null
  try {
    const file = await database.reads.sql.first(findWorkedFile, [claim.row.id, claim.row.account_id])
    if (file === undefined) throw new LeaseLost()
    held = { claim, file, signal: stopping, log, keys: [] }
    const { outcome, dueInMs, error } = await work(held)
    onOutcome?.(outcome)
    log.info({ outcome, error, assetId: file.asset_id, durationMs: Date.now() - startedAt }, name)
    return dueInMs
  } catch (error) {
    if (!isLost(error)) throw error
    const keys = held?.keys ?? []
    if (keys.length > 0) await transact(claim.caller, (tx) => removeKeys(tx, keys))
    onOutcome?.('left')
    return null
  }
}

/**
 * Does the work on a file. If the service itself fails, which is logged as `failure`, another attempt is scheduled, and
 * after the last one it is given up. Throws LeaseLost and AssetNotFound if the row is lost.
 */
export async function orLater<Row extends FileWorkRow, Result> (
  { claim, signal, log }: HeldFile<Row>,
  { transact, delays, rows, failure }:
  Pick<FileWorkDependencies<string>, 'transact' | 'delays'> & { readonly rows: FileWork<Row>, readonly failure: string },
  work: () => Promise<Result>,
  giveUp: () => Promise<Result>
): Promise<Result | Ended<'stopped' | 'retried'>> {
  const { failures } = claim.row
  try {
    return await work()
  } catch (error) {
    if (isLost(error)) throw error
    if (signal.aborted) {
      await transact(claim.caller, (tx) => rows.pause(tx, claim, tx.time, failures))
      return { outcome: 'stopped', dueInMs: null }
    }
    log.error({ err: error }, failure)
    const delay = delays[failures]
    if (delay === undefined) return giveUp()
    const dueInMs = delay * SECOND_MS
    await transact(claim.caller, (tx) => rows.pause(tx, claim, new Date(tx.time.getTime() + dueInMs), failures + 1))
    return { outcome: 'retried', dueInMs }
  }
}

/** Stores what was made. The keys are noted first, so that each object in the storage has a row. */
export async function storeMade<Row extends FileWorkRow, Kind extends string, Made extends { readonly kind: Kind }> (
  held: HeldFile<Row>,
  { transact, storage, rows }:
  Pick<FileWorkDependencies<string>, 'transact' | 'storage'> & { readonly rows: FileWork<Row> },
  made: readonly Made[],
  paths: Readonly<Record<Kind, string>>
): Promise<Array<Made & { readonly key: string }>> {
  const { claim, file } = held
  const stored = made.map((each) => ({ ...each, key: newKey(file.sha256) }))
  if (stored.length === 0) return stored
  const keys = stored.map(({ key }) => key)
  await transact(claim.caller, (tx) => rows.stageKeys(tx, claim, keys))
  held.keys = keys
  for (const { kind, key } of stored) await storage.place(paths[kind], key)
  return stored
}

/** Whether another process has the row, or its file or asset is gone. */
function isLost (error: unknown): boolean {
  return error instanceof LeaseLost || error instanceof AssetNotFound
}
