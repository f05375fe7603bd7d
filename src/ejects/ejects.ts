import { LAST_ID, newId, toItemId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { requireCollection } from '../collections/require.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import type { Database } from '../database/database.js'
import type { Sql } from '../database/sql.js'
import { actingOf } from '../drop-folders/definitions/halt.js'
import type { DropFolderRow } from '../drop-folders/definitions/rows.js'
import { lockDropFolder, mayUse, requireDropFolder } from '../drop-folders/definitions/seen.js'
import { DropFolderIncoming, DropFolderPaused } from '../drop-folders/errors.js'
import { NoFileReady, RoleRefused } from '../errors.js'
import { assetKind, projectKind } from '../items/kinds.js'
import { requireItem } from '../items/require.js'
import { requireRight } from '../items/standing.js'
import { nextTurn } from '../work/turns/next-turn.js'
import { cancelEject } from './cancel.js'
import { chooseOfCollection, chooseOfProject, type Folder } from './choose.js'
import { EjectNotFound } from './errors.js'
import { EJECT_JOB, listErrors } from './files.js'
import { insertPlanned } from './insert.js'
import { folderName, planFiles } from './plan.js'
import { findEject, listEjects, listEjectsOfUser, type EjectedType, type EjectRow } from './rows.js'
import type { Rendition } from './schema.js'
import { sourcesOf, type Source } from './sources.js'

/** More assets are long work. */
const MANY = 200
/** Assets of one statement. */
const AT_ONCE = 250

export interface NewEject {
  readonly drop_folder_id: number | bigint
  readonly rendition?: Rendition
  /** Below the path of the drop folder. */
  readonly path?: string
}

/** What is asked for. */
interface Chosen {
  readonly root: Folder
  /** The name that its folder should have; null for a mere file. */
  readonly folder: string | null
}

/**
 * Files that go out to drop folders. One sees one's own ejects, administrators those of the account; a missing one
 * throws EjectNotFound.
 */
export function createEjects ({ database }: { database: Pick<Database, 'longReads'> }) {
  /** Throws the item's 404, and RoleRefused. A collection has what the caller may change. */
  async function requireTarget (
    sql: Sql, caller: Caller, type: EjectedType, id: string
  ): Promise<() => Promise<Chosen>> {
    if (type === 'collection') {
      const row = await requireCollection(sql, caller, id)
      return async () => withFolder(await chooseOfCollection(database.longReads(caller), caller, row))
    }
    if (type === 'project') {
      const row = await requireItem(projectKind, sql, caller, id)
      await requireRight(projectKind, sql, caller, row.id, 'change')
      return async () => withFolder(await chooseOfProject(database.longReads(caller), caller, row))
    }
    const row = await requireItem(assetKind, sql, caller, id)
    await requireRight(assetKind, sql, caller, row.id, 'change')
    return async () => ({ root: { title: '', assets: [row.id], folders: [] }, folder: null })
  }

  async function require ({ caller, reads }: Unit, id: string): Promise<EjectRow> {
    const known = toItemId(id)
    const row = known === null ? undefined : await reads.sql.first(findEject, [caller.accountId, known])
    if (row === undefined || (!caller.admin && row.user_id !== caller.userId)) throw new EjectNotFound()
    return row
  }

  return {
    require,

    list: ({ caller, reads }: Unit, { after, limit }: Page) =>
      reads.sql.all(caller.admin ? listEjects : listEjectsOfUser, [caller.accountId,
        after === '' ? LAST_ID : after, limit, ...caller.admin ? [] : [caller.userId]]),

    /** The first errors. The caller has checked that the eject exists. */
    errors: ({ reads }: Unit, { id, account_id: accountId }: EjectRow, limit: number) =>
      reads.sql.all(listErrors, [id, accountId, limit]),

    /**
     * Throws the 404s of the item and of the drop folder, RoleRefused, DropFolderIncoming, DropFolderPaused, TooMany
     * and NoFileReady.
     */
    async create (
      unit: Unit, type: EjectedType, itemId: string,
      { drop_folder_id: sentId, rendition = 'original', path = '' }: NewEject
    ): Promise<EjectRow> {
      const { caller, reads: { sql } } = unit
      const choose = await requireTarget(sql, caller, type, itemId)
      const dropFolder = await requireDropFolder(sql, caller, String(sentId))
      await requireOpen(sql, caller, dropFolder)
      const { root, folder } = await choose()
      const sources = await readSources(sql, caller, root, rendition)
      const planned = planFiles(root, sources, [dropFolder.path, path, folder ?? ''].filter(Boolean))
      if (planned.every(({ error }) => error !== null)) throw new NoFileReady()
      return unit.transact(async (tx) => {
        await requireOpen(tx.sql, tx.caller, await lockDropFolder(tx, String(sentId)))
        const id = newId()
        await insertPlanned(tx, { id, dropFolderId: dropFolder.id, type, rendition, path, folder }, planned)
        tx.wake(EJECT_JOB)
        return (await tx.sql.first(findEject, [tx.caller.accountId, id]))!
      }, { long: planned.length > MANY })
    },

    /** What is out stays. An ended eject stays as it is. */
    cancel: (unit: Unit, id: string): Promise<void> => unit.transact(async (tx) => {
      await cancelEject(tx, (await require(unit, id)).id)
    })
  }
}

export type Ejects = ReturnType<typeof createEjects>

const withFolder = (root: Folder): Chosen => ({ root, folder: folderName(root.title) })

/** Throws RoleRefused, DropFolderIncoming, and DropFolderPaused also where it halts. */
async function requireOpen (sql: Sql, caller: Caller, row: DropFolderRow): Promise<void> {
  if (!await mayUse(sql, caller, row)) throw new RoleRefused()
  if (row.direction === 'in') throw new DropFolderIncoming()
  const acting = await actingOf(sql, caller.accountId, [row])
  if (row.paused || acting.get(row.id)!.user === null) throw new DropFolderPaused()
}

async function readSources (
  sql: Sql, caller: Caller, root: Folder, rendition: Rendition
): Promise<ReadonlyMap<string, Source>> {
  const sources = new Map<string, Source>()
  const ids = assetsOf(root)
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const found = await sourcesOf(sql, caller.accountId, ids.slice(start, start + AT_ONCE), rendition)
    for (const source of found) sources.set(source.asset_id, source)
    await nextTurn(caller)
  }
  return sources
}

function assetsOf (root: Folder): string[] {
  const ids: string[] = []
  const waiting = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    ids.push(...next.assets)
    waiting.push(...next.folders)
  }
  return ids
}
