import type { Caller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import type { Sql } from '../../database/sql.js'
import { createSemaphore } from '../../basics/semaphore.js'
import { load } from '../../lines/load.js'
import { findNamedFields } from '../../search/query.js'
import { nextTurn } from '../../work/turns/next-turn.js'
import { requireIndex } from '../../search/state.js'
import { readExport, type ExportRequest } from './parameters.js'
import { mayTakeLong, select } from './select.js'
import { createSpool, type Spooled } from './spool.js'
import { createWriter } from './write.js'

/** So many exports read the database at the same time; others wait for their turn. */
const PARALLEL = 2
const LONGEST_WAIT_MS = 20_000

export interface ExportsDependencies {
  readonly database: Database
  /** Where an export waits for its reader. */
  readonly folder: string
  /** Told of every export that was read to its end, with the number of its items. */
  readonly onExported: (items: number) => void
}

/**
 * Everything that an account has, or what is asked for of it, as of one moment. The database is read at full speed, and
 * what the reader has not taken yet waits in a file: however slow the reader is, no moment is held for long, and memory
 * stays flat.
 */
export function createExports ({ database, folder, onExported }: ExportsDependencies) {
  const slots = createSemaphore(PARALLEL)

  /** Throws UnknownParameter, InvalidParameter, SearchIndexBuilding and Overloaded. */
  async function open (
    caller: Caller, query: Readonly<Record<string, unknown>>
  ): Promise<{ request: ExportRequest, spooled: Spooled }> {
    const request = readExport(query)
    await findNamedFields(database.reads.sql, caller, request.search)
    await requireIndex(database.reads.sql)
    await slots.acquire(performance.now() + LONGEST_WAIT_MS)
    const spool = createSpool(folder)
    const written = database.snapshot(async (sql) => {
      let count = 0
      for await (const { text, items } of write(sql, caller, request)) {
        await spool.write(text)
        count += items
      }
      onExported(count)
    }, { long: mayTakeLong(request) })
    written.then(() => spool.end(), (error: Error) => spool.fail(error)).finally(() => slots.release()).catch(() => {})
    return { request, spooled: await spool.spooled }
  }

  return { open }
}

export type Exports = ReturnType<typeof createExports>

/** The text of an export, and how many items are in each piece of it. */
export async function * write (
  sql: Sql, caller: Caller, request: ExportRequest
): AsyncGenerator<{ text: string, items: number }> {
  const writer = await createWriter(sql, caller, request)
  yield { text: writer.head, items: 0 }
  for await (const batch of select(sql, caller, request)) {
    for await (const items of load(sql, caller.accountId, batch, request.search.deleted)) {
      yield { text: await writer.write(items), items: items.length }
      await nextTurn(caller.userId)
    }
  }
}
