import { setTimeout as sleep } from 'node:timers/promises'
import { isMissingPath } from '../../../basics/missing-paths.js'
import type { Rules } from '../../../drop-folders/definitions/rules.js'
import { moveToDone } from '../../../drop-folders/looking/done.js'
import { shownPath } from '../../../drop-folders/looking/paths.js'
import { digestOf } from '../../../locations/digest.js'
import { NotThatFile } from '../../../locations/errors.js'
import type { Entry, Location, OpenFile } from '../../../locations/location.js'
import type { Arrival, Door } from './door.js'

export type After = Rules['after']

const STAYS = 'its source stays'
const FIRST_LOOK_MS = 100
const LONGEST_LOOK_MS = 5000
/** Uploads of one file that may end before it is there, until it counts as failed for now. */
const MOST_UPLOADS = 3
/** Statuses of an upload that has ended, or that never was. */
const GONE = new Set([403, 404, 410])

/** A file that has settled. */
export interface Settled {
  readonly path: Buffer
  readonly entry: Entry
}

export interface Outcome {
  /** `changed`: it is another file by now, or gone. */
  readonly status: 'done' | 'duplicate' | 'failed' | 'changed'
  readonly assetId: string | null
  readonly error: string | null
}

export interface DeliverOptions {
  readonly door: Door
  readonly location: Location
  readonly after: After
  readonly stopping: AbortSignal
  readonly isGone: (error: unknown, statuses: ReadonlySet<number>) => boolean
  readonly onProgress: (path: string, sent: number, size: number) => void
}

/** The service says no, or does not have it. */
class NotIn extends Error {
  override name = 'NotIn'
}

/** Sends one file, waits until it is in, and treats its source. Throws what the door throws. */
export function createDeliver ({ door, location, after, stopping, isGone, onProgress }: DeliverOptions) {
  /** Sends a file until the service has taken it. Null if the service does not show what has become of it. */
  async function bringIn (
    { path, entry }: Settled, file: OpenFile, sha256: string | undefined
  ): Promise<Arrival | null> {
    const shown = shownPath(path)
    const offered = {
      path: shown,
      size: entry.size,
      modified_at: new Date(Number(entry.mtimeNs / 1_000_000n)).toISOString(),
      ...sha256 !== undefined && { sha256 }
    }
    for (let uploads = 0; uploads < MOST_UPLOADS; uploads++) {
      const { arrival, upload } = await door.offer(offered)
      try {
        if (upload !== null) {
          const toSend = { size: entry.size, slice: (begin: number, end: number) => readSlice(file, entry, begin, end) }
          await door.send(upload.url, toSend, (sent) => onProgress(shown, sent, entry.size))
        }
      } catch (error) {
        if (!isGone(error, GONE)) throw error
        continue
      }
      const ended = isOver(arrival) ? arrival : await untilOver(arrival.id)
      if (ended?.status !== 'waiting') return ended
    }
    throw new NotIn('Its uploads end before the file is there')
  }

  async function untilOver (arrivalId: string): Promise<Arrival | null> {
    for (let looks = 0; ; looks++) {
      const pauseMs = Math.min(LONGEST_LOOK_MS, FIRST_LOOK_MS * 1.5 ** looks)
      await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {})
      const arrival = await door.look(arrivalId)
      if (arrival === undefined || arrival === null) return null
      if (arrival.status !== 'arriving') return arrival
    }
  }

  /** Moves or removes a source whose bytes the service has. One that is another by now stays. */
  async function clear ({ path, entry }: Settled): Promise<void> {
    if (after === 'delete') await location.remove(path, entry)
    else await moveToDone(location, { path: '' }, path, entry)
  }

  async function deliver (settled: Settled, file: OpenFile): Promise<Outcome> {
    let sha256: string | undefined
    for (;;) {
      const arrival = await bringIn(settled, file, sha256)
      if (arrival === null) {
        return { status: 'done', assetId: null, error: after === 'keep' ? null : `The service does not show it: ${STAYS}` }
      }
      const { status, asset_id: assetId, error, checksum } = arrival
      if (status === 'failed' || status === 'left_out') return { status: 'failed', assetId, error }
      const outcome = { status: status === 'duplicate' ? status : 'done', assetId, error: null } as const
      if (after === 'keep') return outcome
      const sum = await sumOf(file, settled.entry)
      if (sum === checksum?.value) {
        if (assetId === null || !await door.holds(assetId, sum)) {
          return { ...outcome, error: `The service does not have its bytes any more: ${STAYS}` }
        }
        stopping.throwIfAborted()
        await clear(settled)
        return outcome
      }
      // Another file of the same path, size and time.
      if (sha256 !== undefined) throw new NotIn('The service has other bytes')
      sha256 = sum
    }
  }

  return async (settled: Settled): Promise<Outcome> => {
    try {
      const file = await location.open(settled.path, settled.entry)
      try {
        return await deliver(settled, file)
      } finally {
        await file.close()
      }
    } catch (error) {
      stopping.throwIfAborted()
      const isOther = error instanceof NotThatFile || isMissingPath(error)
      return { status: isOther ? 'changed' : 'failed', assetId: null, error: isOther ? null : reasonOf(error) }
    }
  }
}

/** Throws what is not of the file alone. */
function reasonOf (error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (!(error instanceof NotIn) && typeof code !== 'string') throw error
  return code === 'EACCES' || code === 'EPERM' ? 'The file may not be read' : code ?? message
}

function isOver ({ status }: Arrival): boolean {
  return status === 'done' || status === 'duplicate'
}

/** Throws NotThatFile if the file is another one by now, so that no mixture is sent. */
async function readSlice (file: OpenFile, entry: Entry, begin: number, end: number): Promise<Blob> {
  const pieces: Buffer[] = []
  let left = end - begin
  if (left > 0) {
    for await (const piece of await file.read(begin)) {
      pieces.push((piece as Buffer).subarray(0, left))
      left -= pieces.at(-1)!.length
      if (left === 0) break
    }
  }
  if (left > 0 || (await file.look()).state !== entry.state) throw new NotThatFile('changed')
  return new Blob(pieces as Uint8Array<ArrayBuffer>[])
}

async function sumOf (file: OpenFile, entry: Entry): Promise<string> {
  const sum = await digestOf(file)
  if ((await file.look()).state !== entry.state) throw new NotThatFile('changed')
  return sum
}
