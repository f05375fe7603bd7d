import { posix } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { record } from '../core/events/record.js'
import type { Background } from '../domain.js'
import { actingOf } from '../drop-folders/definitions/halt.js'
import { findDropFolder, type DropFolderRow } from '../drop-folders/definitions/rows.js'
import { isMarked, MARKER } from '../drop-folders/place.js'
import { LocationGone } from '../locations/errors.js'
import type { Locations } from '../locations/locations.js'
import { openLocation } from '../locations/open.js'
import type { Media } from '../media/media.js'
import type { SendOutPlace } from '../media/thread/messages.js'
import type { Place } from '../process/location-settings.js'
import { LeaseLost } from '../work/claims/claim.js'
import type { AttendOptions } from '../work/claims/attendant.js'
import { aboutFile, assetOf, beginFile } from './begin.js'
import { reasons } from './errors.js'
import { dueFiles, listPlaced, type FileClaim } from './files.js'
import { takeFolder } from './folder.js'
import { keepWriting } from './progress.js'
import { elsewhere, later, wait } from './retry.js'
import { findEject, isUnderWay, lockEject, type EjectRow } from './rows.js'
import { settleFile } from './settle.js'

export interface AttemptDependencies extends Background {
  readonly locations: Pick<Locations, 'find'>
  readonly media: Pick<Media, 'sendOut' | 'discardSentOut'>
  readonly log: FastifyBaseLogger
}

/** Where an eject goes. */
interface Target {
  readonly eject: EjectRow
  readonly dropFolder: DropFolderRow
  readonly place: Place
  /** The name of its folder; null for a mere file. */
  readonly name: string | null
}

/** Writes files, each in attempts. */
export function createAttempts ({ database, transact, locations, media, log }: AttemptDependencies) {
  const { sql } = database.reads

  /** Returns the milliseconds until the next attempt; null if there is none to wait for. */
  return async function attend (claim: FileClaim, { stopping, before }: AttendOptions): Promise<number | null> {
    await before
    try {
      return await attempt(claim, stopping)
    } catch (error) {
      if (error instanceof LeaseLost) return null
      if (!stopping.aborted) throw error
      await transact(claim.caller, (tx) => dueFiles.letGo(tx, claim, tx.time)).catch(() => {})
      return null
    }
  }

  async function attempt (claim: FileClaim, stopping: AbortSignal): Promise<number | null> {
    const { row, caller } = claim
    const eject = await sql.first(findEject, [row.account_id, row.eject_id])
    const dropFolder = eject === undefined
      ? undefined
      : await sql.first(findDropFolder, [row.account_id, eject.drop_folder_id])
    const account = { id: row.account_id, name: caller.account }
    const place = dropFolder === undefined ? null : await locations.find(account, dropFolder.location!)
    if (eject === undefined || dropFolder === undefined || !isUnderWay(eject)) {
      return cleanUp(claim, eject, dropFolder, place)
    }
    const acting = (await actingOf(sql, row.account_id, [dropFolder])).get(dropFolder.id)!
    // What has begun ends.
    const isPaused = Boolean(dropFolder.paused) && row.told_at === null && row.asset_id !== null
    if (acting.user === null || isPaused) return wait(transact, claim)
    if (place === null) return elsewhere(transact, claim)
    return write(claim, { eject, dropFolder, place, name: eject.name }, stopping).catch((error: unknown) => {
      if (error instanceof LeaseLost || stopping.aborted) throw error
      log.warn({ err: error, ejectId: eject.id, assetId: row.asset_id }, 'a file could not be written to a drop folder')
      return later(transact, claim, reasonOf(error))
    })
  }

  async function write (claim: FileClaim, target: Target, stopping: AbortSignal): Promise<number | null> {
    const { eject, dropFolder, place } = target
    const { row, caller } = claim
    const account = { id: row.account_id, name: caller.account }
    const location = await openLocation(place)
    if (!await isMarked(location, dropFolder)) return later(transact, claim, reasons.folder)
    const name = eject.folder === null || target.name !== null
      ? target.name
      : await takeFolder(transact, location, account, dropFolder, eject)
    const begun = await transact(caller, (tx) => beginFile(tx, claim))
    if (begun === 'over') return null
    const { told, ...bytes } = begun
    const progress = keepWriting(claim, { transact, log, told })
    const goal = await placeOf(row, { ...target, name })
    try {
      const out = await media.sendOut({
        ...goal,
        ...bytes,
        part: claim.token,
        marker: posix.join(dropFolder.path, MARKER),
        // In its own folder every name is there once, whatever the case.
        isShared: name === null || row.asset_id === null,
        before: row.part
      }, { signal: AbortSignal.any([stopping, progress.signal]), onProgress: progress.note })
      await progress.end()
      if (out === null) return await later(transact, claim, reasons.folder, progress.counted())
      const placed = posix.relative(posix.join('/', dropFolder.path, eject.path), posix.join('/', goal.folder, out.name))
      await finish(claim, placed, progress.counted())
      return null
    } catch (error) {
      await progress.end()
      throw progress.failure() ?? error
    }
  }

  /** Where a file is to be. The list is beside what it is about. */
  async function placeOf (row: FileClaim['row'], { eject, dropFolder, place, name }: Target): Promise<SendOutPlace> {
    const top = posix.join(dropFolder.path, eject.path)
    const at = (folder: string, file: string) =>
      ({ place, folder: folder === '.' ? '' : folder, name: file, part: row.part ?? row.id })
    if (row.asset_id !== null) return at(posix.join(top, name ?? '', posix.dirname(row.path)), posix.basename(row.path))
    return at(top, `${name ?? await soleName(eject)}.sha256`)
  }

  async function soleName ({ id, account_id: accountId }: EjectRow): Promise<string> {
    const [file] = await sql.all(listPlaced, [id, accountId])
    return file!.placed
  }

  async function finish (claim: FileClaim, placed: string, counted: number): Promise<void> {
    const { row, caller } = claim
    await transact(caller, async (tx) => {
      const eject = await tx.sql.first(lockEject, [row.account_id, row.eject_id])
      if (eject === undefined || !isUnderWay(eject)) throw new LeaseLost()
      await settleFile(tx, claim, eject, { status: 'done', placed, counted })
      const asset = await assetOf(tx, row.asset_id)
      if (asset !== null) await record(tx, { event: 'ASSET_FINISHED_EJECT', ...aboutFile(eject, asset) })
    })
  }

  /** The eject is over: only what is left of an attempt is removed. */
  async function cleanUp (
    claim: FileClaim, eject: EjectRow | undefined, dropFolder: DropFolderRow | undefined, place: Place | null
  ): Promise<null> {
    if (claim.row.part !== null && eject !== undefined && dropFolder !== undefined && place !== null) {
      const goal = await placeOf(claim.row, { eject, dropFolder, place, name: eject.name }).catch(() => null)
      if (goal !== null) {
        await media.discardSentOut(goal).catch((error: unknown) => log.info({ err: error }, 'a temporary file may be left'))
      }
    }
    await transact(claim.caller, (tx) => dueFiles.letGo(tx, claim, null))
    return null
  }
}

function reasonOf (error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof LocationGone || code === 'LOCATION_GONE') return reasons.location
  return code === 'ENOSPC' || code === 'EDQUOT' ? reasons.room : reasons.other
}
