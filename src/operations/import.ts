import { requireUserByEmail } from '../access/find-user.js'
import { createReadStream } from 'node:fs'
import { extname, resolve } from 'node:path'
import { stat } from 'node:fs/promises'
import type { Caller } from '../core/caller.js'
import { findEnabledUsers } from '../access/enabled-users.js'
import { consumers } from '../consumers.js'
import { BodyTooLarge, NoRoom, OperatorMistake, Overloaded } from '../errors.js'
import { createTransact } from '../core/transact.js'
import { createUnit } from '../core/unit.js'
import type { Database } from '../database/database.js'
import { openExistingDatabase } from '../database/migrations.js'
import { createRichTextCleaner } from '../fields/rich-text/index.js'
import { takeOver } from './copy/take-over.js'
import type { Progress } from './progress.js'
import { startWorker } from './worker.js'
import { releases } from '../releases.js'
import { createCascades } from '../trash/cascades.js'
import { dueImports } from '../transfer/import/claim.js'
import { imports } from '../transfer/import/imports.js'
import { createImportReceiver, type Upload } from '../transfer/import/receive.js'
import { presentError, presentImport, type ImportFormat, type ImportOptions } from '../transfer/import/rows.js'
import { runImport } from '../transfer/import/run.js'

export interface ImportCommandOptions extends ImportOptions {
  readonly databaseUrl: string
  readonly file: string
  /** Default: by the name of the file. */
  readonly format?: ImportFormat
  /** The user who imports. */
  readonly email: string
  readonly progress: Progress
}

const formats: Readonly<Record<string, ImportFormat>> = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' }
const SHOWN_ERRORS = 1000

/** Imports a file, while the service may be running. After a kill the service continues it. Throws OperatorMistake. */
export async function importFile (
  { databaseUrl, file, format = formats[extname(file).toLowerCase()], email, progress, ...options }:
  ImportCommandOptions
) {
  const startedAt = Date.now()
  const path = resolve(file)
  const size = await stat(path).then((found) => found.size, () => {
    throw new OperatorMistake(`There is no file ${path}`)
  })
  if (format === undefined) throw new OperatorMistake('--format csv or --format ndjson says what is in the file')
  const database = await openExistingDatabase(databaseUrl)
  const cleaner = createRichTextCleaner()
  let working: ReturnType<typeof startWorker> | undefined
  try {
    const transact = createTransact({ database, consumers, releases })
    await takeOver({ database, transact })
    const caller = await findCaller(database, email)
    const unit = createUnit({ database, transact }, caller)
    working = startWorker({ database, transact })
    const { worker } = working
    const receiver = createImportReceiver({ transact, worker, databaseUrl })
    const upload: Upload = await receiver.receive(caller, format, createReadStream(path)).catch((error: Error) => {
      throw error instanceof BodyTooLarge || error instanceof NoRoom || error instanceof Overloaded
        ? new OperatorMistake(`${path}: ${error.message}`)
        : error
    })
    const { id } = await imports.begin(unit, upload, options)
    await receiver.discard(caller, upload)
    const dependencies = {
      database,
      transact,
      cascades: createCascades({ database, transact }),
      tools: { cleanRichText: cleaner.clean }
    }
    const claim = await transact(caller, (tx) => dueImports.claimOne(tx, worker, id))
    if (claim !== null) {
      await runImport(dependencies, claim, {
        isTimeUp: () => false,
        onPiece: (_advance, position) => progress.report('Importing bytes', position, size)
      })
    }
    const row = await imports.require(unit, id)
    const errors = await imports.errors(unit, id, { after: '0', limit: SHOWN_ERRORS })
    return { ...presentImport(row), duration_ms: Date.now() - startedAt, errors: errors.map(presentError) }
  } finally {
    progress.end()
    await working?.stop()
    await cleaner.close()
    await database.close()
  }
}

/** Throws OperatorMistake. */
async function findCaller (database: Database, email: string): Promise<Caller> {
  const user = await requireUserByEmail(database.reads.prisma, email)
  const [caller] = await findEnabledUsers(database.reads.sql, user.accountId, [user.id])
  if (caller === undefined) throw new OperatorMistake(`${user.email} is disabled`)
  return caller
}
