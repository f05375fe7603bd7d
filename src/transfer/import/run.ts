import type { Caller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { isExternalIdTaken } from '../../external-ids/claims.js'
import type { SharedTools } from '../../fields/values/check.js'
import { toDatabase } from '../../basics/time.js'
import type { Transact } from '../../core/transact.js'
import { createUnit } from '../../core/unit.js'
import type { Cascades } from '../../trash/cascades.js'
import { findColumnFields } from '../fields.js'
import { createRowChecker } from './check.js'
import { readChunks } from './chunks.js'
import { callerOf, dueImports, type ImportClaim } from './claim.js'
import { findHeader, ImportFailed, requireColumns, type Header, type Place } from './header.js'
import { parseCsv, parseLines, type ParsedRow } from './parse.js'
import { FieldsChanged, writePiece, type Advance, type ImportPiece, type ReadRow } from './piece.js'
import { frames, type Frame } from './records.js'

/** The target duration of a transaction. On SQLite, other writes wait for it. */
const PIECE_MS = 25
const FIRST_ROWS = 20
const MOST_ROWS = 500
/** Maximum number of bytes of a piece in memory, unless it is one row. */
const PIECE_BYTES = 1024 ** 2
/** Attempts for rows that have lost against other writes. */
const ATTEMPTS = 5

export interface RunDependencies {
  readonly database: Database
  readonly transact: Transact
  /** Waits for running cascades. */
  readonly cascades: Pick<Cascades, 'run'>
  readonly tools: SharedTools
}

export interface RunOptions {
  /** Called after each piece. */
  readonly isTimeUp: () => boolean
  readonly onPiece?: (advance: Advance, position: number) => void
}

/** $4 header, $5 position, $6 line */
const storeHeader = dueImports.held('header', () => 'header = $4, position = $5, line = $6')

/** $4 now, $5 status, $6 error. The lease ends at once: leftovers are to be removed. */
const end = dueImports.held('end', (sql) => `
  due_at = ${sql.moment('$4')}, finished_at = ${sql.moment('$4')}, lease_token = NULL, status = $5, error = $6`)

const OPEN_QUOTE = 'A quote is opened and not closed again: line '

/**
 * Runs an import from its position until its end, or until the time is up. Returns whether it has ended. Throws
 * LeaseLost.
 */
export async function runImport (
  dependencies: RunDependencies, claim: ImportClaim, options: RunOptions
): Promise<boolean> {
  const { transact } = dependencies
  const caller = await transact(claim.caller, (tx) => callerOf(tx, claim.row))
  if (caller === null) {
    await finishImport(transact, claim, 'cancelled', null)
    return true
  }
  try {
    const rest = await readRows(dependencies, caller, claim, options)
    if (rest === 'more') return false
    await finishImport(transact, claim, 'done', null)
  } catch (error) {
    if (!(error instanceof ImportFailed)) throw error
    await finishImport(transact, claim, 'failed', error.message)
  }
  return true
}

export async function finishImport (
  transact: Transact, claim: ImportClaim, status: 'done' | 'failed' | 'cancelled', error: string | null
): Promise<void> {
  await transact(claim.caller, (tx) => dueImports.update(tx, claim, end, [toDatabase(tx.time), status, error]))
}

async function readRows (
  dependencies: RunDependencies, caller: Caller, claim: ImportClaim, { isTimeUp, onPiece }: RunOptions
): Promise<'more' | 'done'> {
  const { database, transact, cascades } = dependencies
  const { format, header: stored, position, line } = claim.row
  let header = stored === null ? null : JSON.parse(stored) as Header
  let from: Place = { position, line }
  const write = createWriter(dependencies, caller, claim)
  const read = (delimiters: readonly string[] | null, { position, line }: Place, returnsEnd: boolean) =>
    frames(readChunks(database, claim.row, position), delimiters, position, line, returnsEnd)

  if (format === 'csv' && header === null) {
    const fields = await write.fields()
    const found = from = await findHeader((delimiters, from) => read(delimiters, from, true), from, fields)
    const { position, line } = found
    header = found.header
    await transact(
      caller,
      (tx) => dueImports.update(tx, claim, storeHeader, [JSON.stringify(header), position, line])
    )
  } else if (header !== null) await write.check(header)

  const source = read(header === null ? null : [header.delimiter], from, header?.returnsEnd ?? false)
  let rowsAtOnce = FIRST_ROWS
  for await (const batch of batches(source, () => rowsAtOnce)) {
    const last = batch.at(-1)!
    const advance = await write.piece(batch, header, cascades)
    rowsAtOnce = Math.max(1, Math.min(MOST_ROWS, Math.round(batch.length * Math.min(2, PIECE_MS / advance.tookMs))))
    onPiece?.(advance, last.end)
    if (last.isOpen) throw new ImportFailed(`${OPEN_QUOTE}${last.line}`)
    if (isTimeUp()) return 'more'
  }
  return 'done'
}

/** Groups rows that are written together. */
async function * batches (source: AsyncIterable<Frame>, rowsAtOnce: () => number): AsyncGenerator<Frame[]> {
  let batch: Frame[] = []
  let bytes = 0
  for await (const frame of source) {
    batch.push(frame)
    bytes += frame.bytes?.length ?? 0
    if (batch.length < rowsAtOnce() && bytes < PIECE_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

/** Checks rows and writes them. Repeats both if something has changed in between. */
function createWriter ({ database, transact, tools }: RunDependencies, caller: Caller, claim: ImportClaim) {
  const unit = createUnit({ database, transact }, caller)
  const { sql } = database.reads
  const { format } = claim.row
  let checker: ReturnType<typeof open> | null = null

  async function open () {
    const fields = new Map((await findColumnFields(sql, caller.accountId)).map((field) => [field.id, field]))
    return { fields, check: createRowChecker({ sql, caller, tools, format, fields }) }
  }

  async function read (batch: readonly Frame[], header: Header | null): Promise<ImportPiece> {
    const parsed: ParsedRow[] = format === 'csv' ? await parseCsv(batch, header!) : parseLines(batch)
    const { check } = await (checker ??= open())
    const rows: ReadRow[] = []
    for (const [index, row] of parsed.entries()) {
      if (row !== null) rows.push({ line: batch[index]!.line, row: 'error' in row ? row : await check(row.cells) })
    }
    const { end, endLine } = batch.at(-1)!
    return { rows, end, endLine }
  }

  return {
    fields: async () => (await (checker ??= open())).fields,
    /** Throws ImportFailed if a field has gone. */
    check: async ({ columns }: Header) => requireColumns(columns, (await (checker ??= open())).fields),
    async piece (
      batch: readonly Frame[], header: Header | null, cascades: Pick<Cascades, 'run'>
    ): Promise<Advance> {
      for (let attempt = 1; ; attempt++) {
        const piece = await read(batch, header)
        let advance: Advance
        try {
          await cascades.run(unit, async (tx) => { advance = await writePiece(tx, claim, piece) }, { long: true })
          return advance!
        } catch (error) {
          const isPassing = error instanceof FieldsChanged || isExternalIdTaken(error)
          if (!isPassing || attempt === ATTEMPTS) throw error
          checker = null
          if (header !== null) await this.check(header)
        }
      }
    }
  }
}
