import type { Caller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import type { Sql } from '../../database/sql.js'
import { load } from '../../lines/load.js'
import { findNamedFields } from '../../search/named-fields.js'
import { createGate } from '../../work/turns/gate.js'
import { nextTurn } from '../../work/turns/next-turn.js'
import { requireIndex } from '../../search/state.js'
import { readExport, type ExportRequest } from './parameters.js'
import { mayTakeLong, select } from './select.js'
import { createSpool, type Spooled } from './spool.js'
import { createWriter } from './write.js'

/** Exports that read the database at the same time, of an account, and one of each user. Each may take minutes. */
const PARALLEL = 3
const PARALLEL_OF_ACCOUNT = 2
const LONGEST_WAIT_MS = 20_000

export interface ExportsDependencies {
  readonly database: Database
  /** The folder in which exports wait for their readers. */
  readonly folder: string
  /** Called with the number of items of each finished export. */
  readonly onExported: (items: number) => void
}

/**
 * Exports the items of an account, or those of a search, as of one moment. The database is read at full speed, and what
 * the client has not taken yet waits in a file: a slow client does not hold the snapshot, and memory stays flat.
 */
export function createExports ({ database, folder, onExported }: ExportsDependencies) {
  const gate = createGate({
    atOnce: PARALLEL, atOnceOfAccount: PARALLEL_OF_ACCOUNT, atOnceOfOne: 1, longestWaitMs: LONGEST_WAIT_MS
  })

  /** Throws UnknownParameter, InvalidParameter, SearchIndexBuilding and Overloaded. `gone` ends the export. */
  async function open (
    caller: Caller, query: Readonly<Record<string, unknown>>, gone?: AbortSignal
  ): Promise<{ request: ExportRequest, spooled: Spooled }> {
    const request = readExport(query)
    await findNamedFields(database.reads.sql, caller, request.search)
    await requireIndex(database.reads.sql)
    const spool = createSpool(folder)
    const read = async (sql: Sql) => {
      let count = 0
      await requireIndex(sql)
      for await (const { text, items } of write(sql, caller, request, gone)) {
        await spool.write(text)
        count += items
      }
      onExported(count)
    }
    gate.pass(caller, () => database.snapshot(read, { long: mayTakeLong(caller, request) }), { gone })
      .then(() => spool.end(), (error: Error) => spool.fail(error))
    return { request, spooled: await spool.spooled }
  }

  return { open }
}

export type Exports = ReturnType<typeof createExports>

/** The text of an export in pieces, with the number of items in each. */
export async function * write (
  sql: Sql, caller: Caller, request: ExportRequest, gone?: AbortSignal
): AsyncGenerator<{ text: string, items: number }> {
  const writer = await createWriter(sql, caller, request)
  yield { text: writer.head, items: 0 }
  for await (const batch of select(sql, caller, request)) {
    for await (const items of load(sql, caller.accountId, batch, request.search.deleted)) {
      for await (const text of writer.write(items)) {
        yield { text, items: 0 }
        await nextTurn(caller, { gone })
      }
      yield { text: '', items: items.length }
    }
  }
}
