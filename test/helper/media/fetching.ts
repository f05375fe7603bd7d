import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Timers } from '#src/basics/timers.js'
import { newId } from '#src/basics/ids.js'
import { createFetcher } from '#src/media/fetch/fetcher.js'
import { createTaker } from '#src/media/fetch/take.js'
import { createPartialFiles } from '#src/media/thread/partial-files.js'
import { createDiskBudget, type Space } from '#src/process/disk-budget.js'
import type { Arrived, FetchResult } from '#src/media/thread/messages.js'
import { parseAllowList } from '#src/outbound/addresses.js'
import { createAddressGuard, createOutboundClient } from '#src/outbound/index.js'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
/** What the thread keeps of the bytes of a file. */
export const sumsOf = (bytes: Buffer) => ({ sha256: sha256(bytes), crc32: crc32(bytes) })

export interface Fetching {
  readonly fileId: string
  readonly folder: string
  /** One attempt, which resumes the one before it. */
  attempt(
    url: string, options?: { signal?: AbortSignal, onProgress?: (arrived: Arrived) => void }
  ): Promise<FetchResult>
  /** Behaves like another process with the same folder: everything in memory is forgotten. */
  forget (): void
  /** What has arrived. */
  arrived: Arrived | null
  /** The temporary files. */
  files (): Promise<string[]>
  /** The bytes of the one temporary file that a result names. */
  bytesOf (result: FetchResult): Promise<Buffer>
}

/** Fetches one file, in this thread, into a folder of the test's own. */
export function startFetching (
  t: Test,
  {
    maxBytes = 1024 ** 3,
    filename = 'film.mp4',
    idleTimeoutMs = 60_000,
    allow = '',
    allowLoopback = true,
    space = undefined as (() => Space) | undefined,
    timers = undefined as Timers | undefined
  } = {}
): Fetching {
  const folder = t.testdir()
  const isAllowed = createAddressGuard({ allow: parseAllowList(allow), allowLoopback })
  const client = createOutboundClient({ isAllowed, ...timers !== undefined && { timers } })
  t.teardown(() => client.close({ graceMs: 0 }))
  const create = () => {
    const partials = createPartialFiles(folder)
    const room = createDiskBudget(folder, space)
    const taker = createTaker({ partials, room, idleTimeoutMs })
    return createFetcher({ client, partials, room, taker, settings: { idleTimeoutMs, userAgent: 'Cutroom/test' } })
  }
  let fetcher = create()
  const fileId = newId()
  return {
    fileId,
    folder,
    arrived: null,
    async attempt (url, { signal = new AbortController().signal, onProgress = () => {} } = {}) {
      const before = this.arrived
      const result = await fetcher.fetch({ fileId, url, arrived: before, limit: { bytes: maxBytes, of: 'file' }, filename }, { signal, onProgress })
      this.arrived = 'arrived' in result ? result.arrived : null
      // As the holder of the file does.
      if (before !== null && before.partial !== this.arrived?.partial) {
        await rm(join(folder, before.partial), { force: true })
      }
      return result
    },
    forget: () => { fetcher = create() },
    files: () => readdir(folder),
    bytesOf: async (result) => readFile(join(folder, (result as { arrived: Arrived }).arrived.partial))
  }
}
