import { setTimeout as sleep } from 'node:timers/promises'
import type * as Client from '../../../../client/cutroom.js'
import { createFetch } from '../fetch.js'

/** The drop folder of a service, for one who sends files into it. */

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** Arrivals that are read at once, and pages, where one is looked for. */
const SOME = 50
const MOST_PAGES = 5
const PAUSED = 'Drop folder is paused'

/** The command is to end. What is half sent stays at the service, and goes on later. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** A failure in the middle of an upload, after which it may go on where it was. */
class Interrupted extends Error {
  override name = 'Interrupted'
}

export interface Arrival {
  readonly id: string
  readonly status: 'waiting' | 'arriving' | 'done' | 'duplicate' | 'left_out' | 'failed'
  readonly error: string | null
  readonly asset_id: string | null
  readonly checksum: { readonly value: string } | null
}

export interface Rules {
  readonly direction: 'in' | 'out'
  readonly only: readonly string[]
  readonly ignore: readonly string[]
  readonly settle: number
}

export interface OfferedFile {
  readonly path: string
  readonly size: number
  readonly modified_at: string
  readonly sha256?: string
}

export interface FileToSend {
  readonly size: number
  readonly slice: (begin: number, end: number) => Promise<Blob>
}

export interface DoorOptions {
  readonly client: typeof Client
  readonly url: string
  readonly key: string
  /** The id of the drop folder. */
  readonly id: string
  /** Ends all requests and pauses, with its reason. */
  readonly stopping: AbortSignal
  /** How long attempts go on without progress. */
  readonly patienceMs: number
  /** Told before a pause. */
  readonly onPause: (failure: unknown) => void
}

export type Door = ReturnType<typeof createDoor>

/** Throws what the client throws, the reason of `stopping`, and after all patience the last failure. */
export function createDoor ({ client, url, key, id, stopping, patienceMs, onPause }: DoorOptions) {
  const plain = createFetch(() => {})
  const cutroom = client.createClient({
    url,
    key,
    fetch: (target, init) => plain(target, {
      ...init, signal: init?.signal == null ? stopping : AbortSignal.any([stopping, init.signal])
    })
  })
  const params = { path: { drop_folder_id: id } }

  const mayPass = (error: unknown) =>
    client.mayPass(error) || (error instanceof client.CutroomError && error.text === PAUSED)

  /** Repeats work until it succeeds. `renew` is called when it has come further. */
  async function persist<Result> (work: (renew: () => void) => Promise<Result>): Promise<Result> {
    let failures = 0
    let since = 0
    const renew = () => { failures = 0 }
    for (;;) {
      stopping.throwIfAborted()
      try {
        return await work(renew)
      } catch (thrown) {
        stopping.throwIfAborted()
        const error = thrown instanceof Interrupted ? thrown.cause : thrown
        if (failures === 0) since = Date.now()
        if (!mayPass(error) || Date.now() - since > patienceMs) throw error
        onPause(error)
        const asked = error instanceof client.CutroomError ? (error.retryAfter ?? 0) * 1000 : 0
        const pauseMs = Math.max(asked, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++))
        await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {})
      }
    }
  }

  return {
    mayPass,

    /** Its rules as they are now. */
    rules: (): Promise<Rules> => persist(async () =>
      (await cutroom.GET('/api/v2/drop_folders/{drop_folder_id}', { params })).data.drop_folder as Rules),

    /** Asks for the upload of a file: null if all its bytes are there. */
    offer: (file: OfferedFile): Promise<{ arrival: Arrival, upload: { url: string } | null }> => persist(async () =>
      (await cutroom.POST('/api/v2/drop_folders/{drop_folder_id}/uploads', { params, body: file })).data as never),

    /** Sends what is missing. A failure of `slice` cancels the upload, and is thrown. */
    send: (upload: string, { size, slice }: FileToSend, onProgress: (sent: number) => void): Promise<void> => {
      let furthest = -1
      return persist(async (renew) => {
        const ending = new AbortController()
        const readOrEnd = (begin: number, end: number) => slice(begin, end).catch((error: unknown) => {
          ending.abort(error)
          throw error
        })
        await cutroom.send({ url: upload }, { size, slice: readOrEnd }, {
          signal: ending.signal,
          onPause: (cause) => { throw new Interrupted('', { cause }) },
          onProgress (sent) {
            if (sent > furthest) renew()
            furthest = Math.max(furthest, sent)
            onProgress(sent)
          }
        })
      })
    },

    /** An arrival as it is now. Null if it is not seen; undefined if it is too far down the list. */
    look: (arrivalId: string): Promise<Arrival | null | undefined> => persist(async () => {
      let pages = 0
      for await (const { arrivals } of cutroom.pages('/api/v2/drop_folders/{drop_folder_id}/arrivals', {
        params: { ...params, query: { limit: SOME } }
      }) as AsyncIterable<{ arrivals: Arrival[] }>) {
        const found = arrivals.find((arrival) => arrival.id === arrivalId)
        if (found !== undefined) return found
        // The newest come first, and ids are in order of time.
        if (arrivals.length === 0 || arrivals.at(-1)!.id < arrivalId) return null
        if (++pages === MOST_PAGES) return undefined
      }
      return null
    }),

    /** Whether a file of the asset has these bytes, and they are there. */
    holds: (assetId: string, sha256: string): Promise<boolean> => persist(async () => {
      try {
        const { data: { media } } = await cutroom.GET('/api/v2/assets/{asset_id}/media', {
          params: { path: { asset_id: assetId } }
        })
        return media.some(({ status, checksum }) => status === 'ready' && checksum?.value === sha256)
      } catch (error) {
        if (error instanceof client.CutroomError && error.status === 404) return false
        throw error
      }
    })
  }
}
