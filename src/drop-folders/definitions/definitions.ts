import type { FastifyBaseLogger } from 'fastify'
import { toRowId } from '../../basics/ids.js'
import type { Page } from '../../basics/page.js'
import { requireRoom } from '../../core/account-limit.js'
import { record } from '../../core/events/record.js'
import { releaseThings } from '../../core/release.js'
import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import type { Caller } from '../../core/caller.js'
import type { Sql } from '../../database/sql.js'
import { isFailure, MissingParameter } from '../../errors.js'
import type { SharedTools } from '../../fields/values/check.js'
import { LocationGone } from '../../locations/errors.js'
import type { Locations } from '../../locations/locations.js'
import { LEFTOVERS_JOB, LOOK_JOB } from '../arrivals/rows.js'
import { DropFoldersOverlap } from '../errors.js'
import type { DropFolderEvent } from '../events.js'
import { locate, makePlace, overlap } from '../place.js'
import { presentDropFolders, type ShownDropFolder } from './present.js'
import {
  columnsOf, countDropFolders, findDropFolder, listByIds, listPlaced, rulesOf, weighByIds, type DropFolderRow
} from './rows.js'
import { MOST_DROP_FOLDERS, usualRules, type Fixed, type Rules } from './rules.js'
import { lockDropFolder, requireChange, requireDropFolder, requireProject, seenOf } from './seen.js'
import { requireValues } from './values.js'

/** The rules that a request sends. Absent ones stay, or go without saying. */
export type SentRules = Partial<Rules>

export type NewDropFolder = SentRules & Partial<Fixed> & Pick<Rules, 'title'>

/** What other domains keep for a drop folder while it is public. */
const PUBLIC = 'public_drop_folder'

const dropFolderLimit = { most: MOST_DROP_FOLDERS, name: 'drop folders', count: countDropFolders }

export interface DefinitionsDependencies {
  readonly locations: Locations
  readonly tools: SharedTools
  readonly log: FastifyBaseLogger
}

/**
 * Sets of rules for files that come in or go out by themselves. Functions with the id of a missing one throw
 * DropFolderNotFound, and a role that does not allow it RoleRefused.
 */
export function createDefinitions ({ locations, tools, log }: DefinitionsDependencies) {
  /** The ids of a page, as a JSON list. */
  async function idsOf ({ caller, reads: { sql } }: Unit, { after, limit }: Page): Promise<string> {
    const seen = await seenOf(sql, caller, await sql.all(listPlaced, [caller.accountId]))
    return JSON.stringify(seen.map(({ id }) => id).filter((id) => id > (toRowId(after) ?? 0)).slice(0, limit))
  }

  /** Makes the folder of a new one. It may be there already. Throws LocationGone. */
  async function make ({ accountId, account }: Caller, fixed: Fixed): Promise<void> {
    if (fixed.location === null) return
    try {
      await makePlace(await locate(locations, { id: accountId, name: account }, fixed), fixed)
    } catch (error) {
      if (isFailure(error as Error)) throw error
      log.warn({ err: error, location: fixed.location, path: fixed.path }, 'a folder could not be made')
      throw new LocationGone()
    }
  }

  return {
    async list (unit: Unit, page: Page): Promise<ShownDropFolder[]> {
      const { caller, reads: { sql } } = unit
      const rows = await sql.all(listByIds, [caller.accountId, await idsOf(unit, page)])
      return presentDropFolders(sql, caller, rows)
    },

    /** The bytes of each entry of the list. */
    weigh: async (unit: Unit, page: Page) =>
      unit.reads.sql.all(weighByIds, [unit.caller.accountId, await idsOf(unit, page)]),

    async read ({ caller, reads: { sql } }: Unit, id: string): Promise<ShownDropFolder> {
      return presented(sql, caller, await requireDropFolder(sql, caller, id))
    },

    /**
     * Makes its folder, too. Throws MissingParameter, InvalidParameter, TargetProjectNotFound, LocationGone,
     * DropFoldersOverlap and TooMany.
     */
    async create (unit: Unit, { direction = 'in', location = null, path = '', ...sent }: NewDropFolder) {
      const { caller, reads: { sql } } = unit
      const fixed = { direction, location, path }
      if (location === null && (direction === 'out' || path !== '')) throw new MissingParameter('location')
      const rules = { ...usualRules, ...sent }
      await requireRules(unit, rules, location)
      await requireApart(sql, caller, fixed)
      await make(caller, fixed)
      return unit.transact(async (tx): Promise<ShownDropFolder> => {
        await requireProject(tx.sql, tx.caller, rules, location)
        await requireRoom(tx, dropFolderLimit)
        await requireApart(tx.sql, tx.caller, fixed)
        const { accountId, userId } = tx.caller
        const { id } = await tx.prisma.dropFolder.create({
          data: {
            accountId,
            userId,
            ...fixed,
            ...columnsOf(rules),
            dueAt: dueAt(tx, fixed, rules),
            createdAt: tx.time,
            updatedAt: tx.time
          }
        })
        const events: DropFolderEvent[] = rules.public ? ['DROP_FOLDER_ADDED', 'DROP_FOLDER_PUBLIC'] : ['DROP_FOLDER_ADDED']
        return recordChange(tx, id, events)
      })
    },

    /** Who saves it is its user from now on. Throws InvalidParameter and TargetProjectNotFound. */
    async update (unit: Unit, sentId: string, changes: SentRules): Promise<ShownDropFolder> {
      await requireDropFolder(unit.reads.sql, unit.caller, sentId)
      if (changes.custom_fields !== undefined) await requireValues(unit, changes.custom_fields, tools)
      return unit.transact(async (tx) => {
        const row = await lockDropFolder(tx, sentId)
        await requireChange(tx.sql, tx.caller, row)
        const before = rulesOf(row)
        const after = { ...before, ...changes }
        if (after.project_id !== before.project_id) await requireProject(tx.sql, tx.caller, after, row.location)
        const { accountId, userId } = tx.caller
        const events: DropFolderEvent[] = []
        const isEdited = userId !== row.user_id || !isSame({ ...before, public: after.public }, after)
        if (isEdited) events.push('DROP_FOLDER_EDITED_METADATA')
        if (before.public !== after.public) events.push(after.public ? 'DROP_FOLDER_PUBLIC' : 'DROP_FOLDER_PRIVATE')
        if (events.length === 0) return presented(tx.sql, tx.caller, row)
        if (before.public && !after.public) await releaseThings(tx, PUBLIC, [row.id])
        await tx.prisma.dropFolder.updateMany({
          where: { id: row.id, accountId },
          data: { userId, ...columnsOf(after), dueAt: dueAt(tx, row, after), leaseToken: null, updatedAt: tx.time }
        })
        return recordChange(tx, row.id, events)
      })
    },

    /** It is gone at once. Its assets, and the files in its folder, stay. */
    remove: ({ transact }: Unit, sentId: string): Promise<void> => transact(async (tx) => {
      const row = await lockDropFolder(tx, sentId)
      await requireChange(tx.sql, tx.caller, row)
      await recordChange(tx, row.id, ['DROP_FOLDER_REMOVED'])
      await releaseThings(tx, 'drop_folder', [row.id])
      await tx.prisma.dropFolder.updateMany({
        where: { id: row.id, accountId: tx.caller.accountId },
        data: { removedAt: tx.time, dueAt: null, leaseToken: null }
      })
      tx.wake(LEFTOVERS_JOB)
    })
  }

  async function requireRules (unit: Unit, rules: Rules, location: string | null): Promise<void> {
    await requireProject(unit.reads.sql, unit.caller, rules, location)
    await requireValues(unit, rules.custom_fields, tools)
  }
}

export type Definitions = ReturnType<typeof createDefinitions>

/** Throws DropFoldersOverlap if its folder is that of another one, or in it, or the other way round. */
async function requireApart (sql: Sql, { accountId }: Caller, { location, path }: Fixed): Promise<void> {
  if (location === null) return
  const others = await sql.all(listPlaced, [accountId])
  if (others.some((other) => other.location === location && overlap(other.path, path))) throw new DropFoldersOverlap()
}

/** When its folder is looked at next: at once, or never. */
function dueAt ({ time, wake }: Transaction, { location }: Pick<Fixed, 'location'>, { paused }: Rules): Date | null {
  wake(LOOK_JOB)
  return location === null || paused ? null : time
}

function isSame (one: Rules, other: Rules): boolean {
  return JSON.stringify(columnsOf(one)) === JSON.stringify(columnsOf(other))
}

async function presented (sql: Sql, caller: Caller, row: DropFolderRow): Promise<ShownDropFolder> {
  return (await presentDropFolders(sql, caller, [row]))[0]!
}

/** Records events of a drop folder, with the drop folder as it is now. */
async function recordChange (
  tx: Transaction, id: number, events: readonly DropFolderEvent[]
): Promise<ShownDropFolder> {
  const row = (await tx.sql.first(findDropFolder, [tx.caller.accountId, id]))!
  const shown = await presented(tx.sql, tx.caller, row)
  await record(tx, ...events.map((event) => ({
    event, targets: { drop_folder_id: id }, data: { drop_folder: shown }
  })))
  return shown
}
