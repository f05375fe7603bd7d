import { toDatabase } from '../../basics/time.js'
import { HOUR_MS } from '../../basics/units.js'
import { statement } from '../../database/sql.js'
import { digestOf } from '../../locations/digest.js'
import type { Entry, Location } from '../../locations/location.js'
import type { Claim } from '../../work/claims/claim.js'
import type { DropFolderRow } from '../definitions/rows.js'
import { moveToDone } from '../looking/done.js'
import { belowLocation, fromColumns } from '../looking/paths.js'
import type { LookDependencies } from './look.js'
import { dueArrivals, endAfter, type ArrivalRow } from './rows.js'

const NOT_REMOVED = 'The source could not be removed'

/** $1 SHA-256 */
const findKey = statement<{ key: string }>('arrivals_key', () =>
  'SELECT key FROM media_blobs WHERE sha256 = $1 AND removed_at IS NULL')

interface Looked {
  readonly claim: Claim<ArrivalRow>
  readonly folder: DropFolderRow
  readonly location: Location
  readonly signal: AbortSignal
}

/**
 * Moves or removes the source of what is in, when its stored bytes were read back. A source that is another one by now
 * stays. Returns the milliseconds until it is tried again.
 */
export function createAfter ({ database, transact, log, sumOf }: LookDependencies) {
  async function isStored (checksum: string | null, signal: AbortSignal): Promise<boolean> {
    const found = checksum === null ? undefined : await database.reads.sql.first(findKey, [checksum])
    return found !== undefined && await sumOf(found.key, signal) === checksum
  }

  async function clear ({ claim: { row }, folder, location, signal }: Looked, entry: Entry): Promise<void> {
    const isKept = folder.afterwards === 'keep' || (folder.afterwards === 'move' && location.type === 'bucket')
    if (isKept) return
    const path = fromColumns(row)
    const source = belowLocation(folder, path)
    if (entry.state !== row.state && !await isSameFile(location, source, entry, row, signal)) return
    if (!await isStored(row.checksum, signal)) throw new Error('its stored bytes are not those of the source')
    if (folder.afterwards === 'delete') await location.remove(source, entry)
    else await moveToDone(location, folder, path, entry)
  }

  return async function after (looked: Looked, entry: Entry | null): Promise<number | null> {
    const { claim, signal } = looked
    let error: string | null = null
    if (entry?.type === 'file') {
      await clear(looked, entry).catch((thrown: unknown) => {
        if (signal.aborted) throw thrown
        log.warn({ err: thrown, arrivalId: claim.row.id }, 'the source of an arrival could not be removed')
        error = NOT_REMOVED
      })
    }
    return transact(claim.caller, async (tx) => {
      const due = error === null ? null : toDatabase(new Date(tx.time.getTime() + HOUR_MS))
      await dueArrivals.update(tx, claim, endAfter, [error, due])
      return error === null ? null : HOUR_MS
    })
  }
}

/**
 * Whether a source that is not quite as it was has the bytes that are in: it has another link, as after a kill while it
 * was moved, or other rights.
 */
async function isSameFile (
  location: Location, path: Uint8Array, entry: Entry, { size, checksum }: ArrivalRow, signal: AbortSignal
): Promise<boolean> {
  if (entry.size !== size) return false
  const file = await location.open(path, entry)
  try {
    return await digestOf(file, signal) === checksum && (await file.look()).state === entry.state
  } finally {
    await file.close()
  }
}
