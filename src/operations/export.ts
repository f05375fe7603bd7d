import { requireUserByEmail } from '../access/find-user.js'
import { systemCaller } from '../core/caller.js'
import { OperatorMistake, SearchIndexBuilding } from '../errors.js'
import type { Database } from '../database/database.js'
import { openExistingDatabase } from '../database/migrations.js'
import { statement } from '../database/sql.js'
import { openOutput } from './output-file.js'
import type { Progress } from './progress.js'
import { requireIndex } from '../search/state.js'
import { write } from '../transfer/export/export.js'
import { readExport } from '../transfer/export/parameters.js'

export interface ExportOptions {
  readonly databaseUrl: string
  readonly format: 'ndjson' | 'csv'
  readonly for?: string
  /** The file to write. Default: standard output. */
  readonly to?: string
  /** Whether to replace an existing file. */
  readonly force: boolean
  /** A user of the account. Default: the first account. */
  readonly email?: string
  readonly progress: Progress
}

/** $1 account */
const count = statement<{ items: number }>(
  'export_count',
  () => 'SELECT count(*) AS items FROM search_items WHERE account_id = $1'
)

/**
 * Exports the active items of an account as of one moment, while the service may be running. Throws OperatorMistake.
 */
export async function exportItems (
  { databaseUrl, format, for: reader, to, force, email, progress }: ExportOptions
): Promise<{ items: number, bytes: number, duration_ms: number }> {
  const startedAt = Date.now()
  if (reader !== undefined && format !== 'csv') throw new OperatorMistake('--for excel goes with --format csv')
  const request = readExport({ format, ...(reader !== undefined && { for: reader }) })
  const database = await openExistingDatabase(databaseUrl)
  try {
    const account = await findAccount(database, email)
    await requireIndex(database.reads.sql).catch((error: Error) => {
      throw error instanceof SearchIndexBuilding
        ? new OperatorMistake('The search index is not built yet: cutroom search rebuild')
        : error
    })
    const output = await openOutput(to, force)
    const totals = { items: 0, bytes: 0 }
    try {
      await database.snapshot(async (sql) => {
        const { items: total } = (await sql.first(count, [account.id]))!
        for await (const { text, items } of write(sql, systemCaller(account), request)) {
          totals.items += items
          totals.bytes += Buffer.byteLength(text)
          await output.write(text)
          progress.report('Exporting items', totals.items, Math.max(total, totals.items))
        }
      })
      await output.end()
    } catch (error) {
      await output.giveUp()
      throw error
    }
    return { ...totals, duration_ms: Date.now() - startedAt }
  } finally {
    progress.end()
    await database.close()
  }
}

/** Throws OperatorMistake. */
async function findAccount (database: Database, email: string | undefined): Promise<{ id: number, name: string }> {
  const { prisma } = database.reads
  if (email !== undefined) return (await requireUserByEmail(prisma, email)).account
  const account = await prisma.account.findFirst({ orderBy: { id: 'asc' } })
  if (account === null) throw new OperatorMistake('There is no account yet: the first start of the service makes it')
  return account
}
