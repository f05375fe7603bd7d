import { setImmediate as turn } from 'node:timers/promises'
import type { Statement } from '../database/sql.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import type { Transaction } from '../transact.js'

/** So many items are held in memory and changed by one statement: a bound on memory and on how long others wait for the processor. */
export const CHUNK = 200

/** The assets in some projects, whatever their state, locked, in chunks. The caller may change or remove what it was given. */
export async function * assetsIn (tx: Transaction, projectIds: readonly string[]): AsyncGenerator<AssetRow[]> {
  let chunk: AssetRow[] = []
  for (const projectId of projectIds) {
    for await (const rows of keyset<AssetRow>(tx, assetKind.statements.lockChildren, projectId)) {
      chunk.push(...rows)
      if (chunk.length >= CHUNK) {
        yield chunk
        await turn()
        chunk = []
      }
    }
  }
  if (chunk.length > 0) yield chunk
}

/** Projects by their ids, locked, in chunks that keep the order of the ids. */
export async function * projectsOf (tx: Transaction, ids: readonly string[]): AsyncGenerator<ProjectRow[]> {
  for (let start = 0; start < ids.length; start += CHUNK) {
    const wanted = ids.slice(start, start + CHUNK)
    const rows = await tx.sql.all<ProjectRow>(projectKind.statements.lockList, [tx.caller.accountId, JSON.stringify(wanted)])
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield wanted.flatMap((id) => byId.get(id) ?? [])
    await turn()
  }
}

/** What was trashed together, locked, in chunks. */
export function trashedTogether<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, tx: Transaction, cohortId: string): AsyncGenerator<Row[]> {
  return keyset<Row>(tx, kind.statements.lockCohort, cohortId)
}

/** The items directly in a project, whatever their state, locked, in chunks. */
export function childrenOf<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, tx: Transaction, projectId: string): AsyncGenerator<Row[]> {
  return keyset<Row>(tx, kind.statements.lockChildren, projectId)
}

async function * keyset<Row extends { id: string }> (tx: Transaction, statement: Statement, key: string): AsyncGenerator<Row[]> {
  let after = ''
  while (true) {
    const rows = await tx.sql.all<Row>(statement, [key, tx.caller.accountId, after, CHUNK])
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK) return
    after = rows.at(-1)!.id
    await turn()
  }
}
