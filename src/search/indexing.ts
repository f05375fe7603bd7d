import { groupBy } from '../basics/group-by.js'
import { takeLock } from '../database/locks.js'
import { statement, type Sql } from '../database/sql.js'
import type { Consumer } from '../core/events/consumer.js'
import { itemTypes, type ItemType } from '../core/item-type.js'
import type { EventKind } from '../core/events/forms.js'
import type { RecordedEvent } from '../core/events/record.js'
import { assetKind, projectKind } from '../items/kinds.js'
import { toDatabase } from '../basics/time.js'
import { MEBIBYTE } from '../basics/units.js'
import type { Transaction } from '../core/transact.js'
import type { PieceLimits } from '../work/pieces/fitting.js'
import { createYielder } from '../work/turns/yielding.js'
import { addedToEntries } from './added.js'
import { loadEntries } from './entries.js'
import { removeEntries, writeEntries } from './write.js'

/** What jobs index in a transaction. On SQLite, other writes wait for it. */
export const IN_ONE_TRANSACTION: PieceLimits = { items: 100, bytes: MEBIBYTE / 2 }

/** The name of the job that indexes items again after a field has changed: src/search/refresh.ts. */
export const REFRESH_JOB = 'search-refresh'

/**
 * The events after which an item has another entry: those of what src/search/load.ts reads. After any other, nothing is
 * made of the item's texts.
 */
const CHANGES_OF_ENTRIES: ReadonlySet<EventKind> = new Set<EventKind>([
  ...(['ASSET', 'PROJECT'] as const).flatMap((item) => ([
    `${item}_ADDED`, `${item}_EDITED_METADATA`, `${item}_REMOVED`, `${item}_RESTORED`, `${item}_PURGED`,
    `${item}_LINKED`, `${item}_UNLINKED`,
    `${item}_ADDED_FIELD_GROUP`, `${item}_EDITED_FIELD_GROUP`, `${item}_REMOVED_FIELD_GROUP`
  ] as const)),
  'ASSET_STARTED_INGEST', 'ASSET_UPDATED_INGEST', 'ASSET_FINISHED_INGEST', 'ASSET_FINISHED_ANALYSIS',
  'ASSET_REMOVE_MEDIA_QUEUED',
  ...addedToEntries.flatMap(({ events }) => events ?? [])
])
/** Events that change which values of a group are found. */
const CHANGES_OF_FIELDS: ReadonlySet<string> = new Set(['FIELD_EDITED', 'FIELD_REMOVED', 'FIELD_GROUP_REMOVED'])

/** $1 account, $2 group, $3 time */
const insertRefresh = statement('search_refreshes_insert', (sql) => `
  INSERT INTO search_refreshes (account_id, field_group_id, created_at) VALUES ($1, $2, ${sql.moment('$3')})`)

const locks = { asset: assetKind.statements.lockList, project: projectKind.statements.lockList }

/**
 * Updates the index with the changes of a transaction, right before the commit. What is committed is found at once, and
 * what is rolled back never is.
 */
export const searchIndexer: Consumer = {
  open () {
    const changed = { asset: new Set<string>(), project: new Set<string>() }
    const groups = new Set<number>()
    /** Changes in other accounts than the caller's, as background work has all accounts. */
    const elsewhere: Array<Omit<Changed, 'requireTime'>> = []

    function collect (_tx: Transaction, events: readonly RecordedEvent[]): void {
      for (const { event, targets } of events) {
        if (CHANGES_OF_FIELDS.has(event)) groups.add(targets.field_group_id as number)
        if (!CHANGES_OF_ENTRIES.has(event)) continue
        if (event.startsWith('ASSET_') && typeof targets.asset_id === 'string') changed.asset.add(targets.asset_id)
        if (event.startsWith('PROJECT_') && typeof targets.project_id === 'string') {
          changed.project.add(targets.project_id)
        }
      }
    }

    async function finish (tx: Transaction): Promise<void> {
      const { caller: { accountId }, requireTime } = tx
      for (const type of itemTypes) {
        if (changed[type].size > 0) tx.beforeCommit(indexChanged, { accountId, type, ids: changed[type], requireTime })
      }
      for (const change of elsewhere) tx.beforeCommit(indexChanged, { ...change, requireTime })
      for (const group of groups) await tx.sql.run(insertRefresh, [accountId, group, toDatabase(tx.time)])
      if (groups.size > 0) tx.wake(REFRESH_JOB)
    }

    function touch (type: ItemType, id: string, accountId?: number): void {
      if (accountId === undefined) changed[type].add(id)
      else elsewhere.push({ accountId, type, ids: new Set([id]) })
    }

    return { collect, finish, touch }
  }
}

interface Changed {
  readonly accountId: number
  readonly type: ItemType
  readonly ids: ReadonlySet<string>
  readonly requireTime: () => void
}

/**
 * Runs once for all units that share a commit, outside of their savepoints: at the end of each savepoint, FTS5 would
 * write a segment, which costs more than twice as much.
 */
async function indexChanged (sql: Sql, changes: readonly Changed[]): Promise<void> {
  const yieldNow = createYielder()
  for (const alike of groupBy(changes, ({ accountId, type }) => `${accountId} ${type}`).values()) {
    await yieldNow()
    const { accountId, type, requireTime } = alike[0]!
    const ids = new Set(alike.flatMap((change) => [...change.ids]))
    await indexItems(sql, accountId, type, [...ids].sort(), { isLocked: true, requireTime })
  }
}

/**
 * Updates the index entries of items, or removes them. Locks the items unless the transaction has done so: otherwise an
 * older state could overwrite the entry of a newer one.
 */
export async function indexItems (
  sql: Sql,
  accountId: number,
  type: ItemType,
  ids: readonly string[],
  { isLocked, requireTime }: { isLocked: boolean, requireTime?: () => void }
): Promise<void> {
  if (!isLocked) await takeLock(sql, locks[type], [accountId, JSON.stringify(ids)])
  const missing = new Set(ids)
  for await (const entries of loadEntries(sql, accountId, type, ids, requireTime)) {
    await writeEntries(sql, entries, requireTime)
    for (const { id } of entries) missing.delete(id)
  }
  await removeEntries(sql, [...missing])
}
