import { newId } from '../basics/ids.js'
import { Overloaded } from '../errors.js'
import { fileProcess, isOfFile, timeFor } from '../media/analysis/look-into.js'
import { inOwnProcess } from '../media/file-work/own-process.js'
import type { Party } from '../work/turns/fair-queue.js'
import { createGate } from '../work/turns/gate.js'
import { NoPicture, PicturesUnreadable } from './errors.js'
import { LARGEST_AVATAR, type AvatarResult, type AvatarTask } from './task.js'

/** The most pictures that wait: each is a file of up to 5 MiB, and an open request. */
const MOST_WAITING = 20

const script = new URL('./inside/main.js', import.meta.url)

/**
 * Makes avatars in processes of their own, one at a time. Rejects with NoPicture, with PicturesUnreadable, and with
 * Overloaded if too many wait or nobody wants the result any more.
 */
export function createShrinking (folder: string) {
  const gate = createGate({ atOnce: 1, mostOfOne: Infinity })
  const stopping = new AbortController()
  let underWay = 0

  async function shrink (path: string, gone: AbortSignal): Promise<Buffer> {
    const { cpuSeconds, timeoutMs } = await timeFor(path)
    const { result } = await inOwnProcess<AvatarTask, AvatarResult, never>({
      start: fileProcess(script, { cpuSeconds }),
      timeoutMs,
      signal: gone,
      folder,
      fileId: newId(),
      kinds: [],
      madeBy: () => [],
      explain
    }, () => ({ path })).catch((error: unknown) => { throw gone.aborted ? new Overloaded() : error })
    if (result.outcome === 'unable') throw new PicturesUnreadable()
    const bytes = result.outcome === 'made' ? Buffer.from(result.bytes, 'base64') : null
    if (bytes === null || bytes.length > LARGEST_AVATAR) throw new NoPicture()
    return bytes
  }

  return {
    /** The middle of a picture, as WebP. */
    async shrink (party: Party, path: string, gone: AbortSignal): Promise<Buffer> {
      if (underWay > MOST_WAITING) throw new Overloaded()
      const signal = AbortSignal.any([gone, stopping.signal])
      underWay++
      try {
        return await gate.pass(party, () => shrink(path, signal), { gone: signal })
      } finally {
        underWay--
      }
    },

    stop: (): void => { stopping.abort() }
  }
}

/** If the process died of the picture, that is the result. */
function explain (error: Error): AvatarResult {
  if (!isOfFile(error)) throw error
  return { outcome: 'refused' }
}
