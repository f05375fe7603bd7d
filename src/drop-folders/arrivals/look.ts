import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMissingPath } from '../../basics/missing-paths.js'
import { toDatabase } from '../../basics/time.js'
import { MINUTE_MS, SECOND_MS } from '../../basics/units.js'
import { LocationGone } from '../../locations/errors.js'
import type { Location } from '../../locations/location.js'
import type { Locations } from '../../locations/locations.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import type { Media } from '../../media/media.js'
import { unlessLost, type Claim } from '../../work/claims/claim.js'
import { actorOf } from '../definitions/halt.js'
import type { DropFolderRow } from '../definitions/rows.js'
import { halts } from '../errors.js'
import { createSieve } from '../looking/passed-over.js'
import { walk, type Found } from '../looking/walk.js'
import { isMarked, locate } from '../place.js'
import { feed, isAnyIdle, isTakenApart, noteFound } from './note.js'
import { ARRIVALS_JOB, dueFolders } from './rows.js'

const AT_ONCE = 1000
/** The pauses between looks. */
const FOLDER_MS = 5 * SECOND_MS
const BUCKET_MS = MINUTE_MS
const OUT_MS = 10 * SECOND_MS
/** Looking takes at most a tenth of the time: for each second of it so many more pass. */
const REST = 9

/** $4 error, $5 due */
const endLook = dueFolders.held('end_look', (sql) =>
  `error = $4, due_at = ${sql.moment('$5')}, lease_token = NULL`)

export interface LookDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly locations: Pick<Locations, 'find' | 'areAny'>
  readonly log: FastifyBaseLogger
  readonly sumOf: Media['sumOf']
}

/** How long a look has rested so far. */
interface Rest {
  ms: number
}

type LookClaim = Claim<DropFolderRow>

/** Looks at the folder of a drop folder that this process has taken up. Returns the pause until the next look. */
export function createLook ({ database, transact, locations, log }: LookDependencies) {
  const { sql } = database.reads

  async function open ({ row, caller }: LookClaim): Promise<Location | null> {
    const account = { id: caller.accountId, name: caller.account }
    if (await locations.find(account, row.location!) === null) return null
    return locate(locations, account, row)
  }

  /** The files of an incoming one are noted. Of an outgoing one it counts whether its folder is there. */
  async function lookAt (
    claim: LookClaim, location: Location, signal: AbortSignal, rest: Rest
  ): Promise<string | null> {
    const { row } = claim
    if (row.direction === 'out') return await isMarked(location, row) ? null : halts.folder
    const { only_patterns: only, ignore_patterns: ignore } = row
    const found = walk({
      location,
      folder: row,
      sieve: createSieve({ only: JSON.parse(only) as string[], ignore: JSON.parse(ignore) as string[] }),
      moves: row.afterwards === 'move',
      isTakenApart: (path) => isTakenApart(sql, row, path)
    })
    await noteAll(claim, found, signal, rest)
    return null
  }

  async function noteAll (
    claim: LookClaim, all: AsyncGenerator<Found>, signal: AbortSignal, rest: Rest
  ): Promise<void> {
    let batch: Found[] = []
    let from = performance.now()
    const note = async () => {
      await noteFound({ sql, transact: (work) => transact(claim.caller, work) }, claim.row, claim.row.user_id, batch)
      batch = []
      if (await isAnyIdle(sql, claim.row)) await feedNow(claim)
    }
    for await (const found of all) {
      if (signal.aborted) return
      if (batch.push(found) < AT_ONCE) continue
      await note()
      const noted = performance.now()
      await sleep((noted - from) * REST, undefined, { signal, ref: false }).catch(() => {})
      from = performance.now()
      rest.ms += from - noted
    }
    await note()
  }

  const feedNow = ({ caller, row }: LookClaim) => transact(caller, async (tx) => {
    await feed(tx, row)
    tx.wake(ARRIVALS_JOB)
  })

  return async function look (claim: LookClaim, signal: AbortSignal): Promise<number> {
    const { row, caller } = claim
    const from = performance.now()
    const rest: Rest = { ms: 0 }
    let error = row.error
    const location = await actorOf(sql, row) === null ? null : await open(claim)
    if (location !== null) {
      error = await lookAt(claim, location, signal, rest).catch((thrown: unknown) => {
        if (!(thrown instanceof LocationGone || isMissingPath(thrown))) throw thrown
        return thrown instanceof LocationGone ? thrown.message : halts.folder
      }).catch((thrown: NodeJS.ErrnoException) => {
        log.warn({ err: thrown, dropFolderId: row.id }, 'a drop folder could not be looked at')
        return halts.folder
      })
    }
    const pause = row.direction === 'out' ? OUT_MS : location?.type === 'bucket' ? BUCKET_MS : FOLDER_MS
    const restMs = Math.max(pause, Math.min((performance.now() - from - rest.ms) * REST - rest.ms, 10 * MINUTE_MS))
    await transact(caller, (tx) => dueFolders.update(
      tx, claim, endLook, [error, toDatabase(new Date(tx.time.getTime() + (signal.aborted ? 0 : restMs)))]
    )).catch(unlessLost)
    return restMs
  }
}
