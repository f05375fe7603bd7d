import { newId } from '../../basics/ids.js'
import { isMissingPath } from '../../basics/missing-paths.js'
import { toDatabase } from '../../basics/time.js'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../basics/units.js'
import type { Caller } from '../../core/caller.js'
import { LocationGone, NotThatFile } from '../../locations/errors.js'
import type { Entry, Location } from '../../locations/location.js'
import { queueOfLocation } from '../../media/loose-files.js'
import { unlessLost, type Claim } from '../../work/claims/claim.js'
import { actorOf } from '../definitions/halt.js'
import { findDropFolder, type DropFolderRow } from '../definitions/rows.js'
import { belowLocation, fromColumns } from '../looking/paths.js'
import { isComplete } from '../looking/whole.js'
import { locate } from '../place.js'
import { createAfter } from './after.js'
import { fail, NOT_WHOLE } from './fail.js'
import type { LookDependencies } from './look.js'
import { begin, dueArrivals, removeArrival, seeAnew, type ArrivalRow } from './rows.js'
import { sidecarOf } from './sidecars.js'
import { placeOf } from './target.js'

/** The pause where a file cannot be looked at now. */
const LATER_MS = 10 * SECOND_MS

type ArrivalClaim = Claim<ArrivalRow>

/** A look at the file of an arrival. */
interface Looked {
  readonly claim: ArrivalClaim
  readonly user: Caller
  readonly folder: DropFolderRow
  readonly location: Location
}

/**
 * Looks at a file that has been found, by itself, and has it read when it has settled. Returns the milliseconds until
 * it is looked at again.
 */
export function createSettle (dependencies: LookDependencies) {
  const { database, transact, locations, log } = dependencies
  const { sql } = database.reads
  const after = createAfter(dependencies)

  async function letGo (claim: ArrivalClaim, afterMs: number | null): Promise<number | null> {
    await transact(claim.caller, (tx) =>
      dueArrivals.letGo(tx, claim, afterMs === null ? null : new Date(tx.time.getTime() + afterMs)))
    return afterMs
  }

  /** A file that has not come is forgotten; a failed one stays for a while, and may come back. */
  async function leaveGone (claim: ArrivalClaim): Promise<number | null> {
    if (claim.row.status === 'failed') return letGo(claim, HOUR_MS)
    await transact(claim.caller, async (tx) => {
      await dueArrivals.hold(tx, claim)
      await tx.sql.run(removeArrival, [claim.row.id, claim.row.account_id])
    })
    return null
  }

  async function judge ({ claim, user, folder, location }: Looked, entry: Entry): Promise<number | null> {
    const { row, caller } = claim
    const settleMs = folder.settle * SECOND_MS
    const isSame = entry.state === row.state
    const waits = isSame && row.status === 'waiting'
    const sameForMs = Date.now() - Date.parse(row.same_since)
    // A clock that was set back.
    if (!isSame || sameForMs < 0) {
      return transact(caller, async (tx) => {
        const due = new Date(tx.time.getTime() + settleMs)
        await dueArrivals.update(tx, claim, seeAnew,
          [entry.size, String(entry.mtimeNs), entry.state, toDatabase(tx.time), toDatabase(due)])
        return settleMs
      })
    }
    if (waits && sameForMs < settleMs) return letGo(claim, settleMs - sameForMs)
    if (!await isComplete(location, belowLocation(folder, fromColumns(row)), entry)) {
      const leftMs = settleMs + DAY_MS - sameForMs
      if (leftMs > 0) return letGo(claim, leftMs)
      if (entry.size > 0) {
        return transact(caller, async (tx) => {
          await dueArrivals.hold(tx, claim)
          return fail(tx, row, NOT_WHOLE)
        })
      }
    }
    return await sidecarOf(sql, row, Date.now()) === 'waits' ? letGo(claim, LATER_MS) : start(claim, user, folder)
  }

  /** Its bytes are read by the queue of all files. */
  async function start (claim: ArrivalClaim, user: Caller, folder: DropFolderRow): Promise<null> {
    const { row, caller } = claim
    const fileId = newId()
    await transact(caller, async (tx) => {
      await dueArrivals.update(tx, claim, begin, [fileId, await placeOf(tx.sql, user, folder, row)])
      await queueOfLocation(tx, fileId, row.user_id, { filename: row.path.split('/').at(-1)!, size: row.size })
    })
    return null
  }

  async function attend (claim: ArrivalClaim, signal: AbortSignal): Promise<number | null> {
    const { row, caller } = claim
    const folder = await sql.first(findDropFolder, [row.account_id, row.drop_folder_id])
    if (folder === undefined) return letGo(claim, null)
    const user = await actorOf(sql, folder)
    // A look at the folder makes what waits due again.
    const isIn = row.status === 'done' || row.status === 'duplicate'
    if ((Boolean(folder.paused) && !isIn) || user === null) return letGo(claim, row.status === 'waiting' ? null : LATER_MS)
    const account = { id: caller.accountId, name: caller.account }
    if (await locations.find(account, folder.location!) === null) return letGo(claim, LATER_MS)
    const location = await locate(locations, account, folder)
    let entry: Entry | null
    try {
      entry = await location.look(belowLocation(folder, fromColumns(row)))
    } catch (error) {
      if (error instanceof LocationGone) return letGo(claim, LATER_MS)
      if (!(error instanceof NotThatFile || isMissingPath(error))) throw error
      entry = null
    }
    if (entry === null && await isAway(location, folder)) return letGo(claim, LATER_MS)
    if (isIn) return after({ claim, folder, location, signal }, entry)
    return entry?.type === 'file' ? judge({ claim, user, folder, location }, entry) : leaveGone(claim)
  }

  return (claim: ArrivalClaim, signal: AbortSignal) => attend(claim, signal).catch((error: unknown) => {
    unlessLost(error)
    log.info({ arrivalId: claim.row.id }, 'an arrival was looked at by another process')
    return null
  })
}

/** Whether a folder is not there, as without a disk: then nobody knows what is in it. */
async function isAway (location: Location, { path }: DropFolderRow): Promise<boolean> {
  return location.type === 'folder' && await location.look(path).catch(() => null) === null
}
