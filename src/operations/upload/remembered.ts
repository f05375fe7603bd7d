import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../../basics/units.js'

/** The service forgets an upload long before. */
const KEPT_MS = 30 * DAY_MS

/** A begun upload. */
export interface Begun {
  /** The key of the requests that begin it, so that repetitions begin nothing twice. */
  readonly idempotencyKey: string
  readonly assetId: string | null
  /** Its signed path; null before the service has given one. */
  readonly upload: string | null
}

export type Remembered = ReturnType<typeof createRemembered>

/** The system's folder for caches. */
export function cacheFolder (environment: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = environment
  const home = process.platform === 'darwin' ? join(homedir(), 'Library/Caches') : join(homedir(), '.cache')
  return join(xdg || local || home, 'cutroom/uploads')
}

/**
 * The uploads that this user has begun, each in a file that only this user may read, as the signed path gives the right
 * to send. An upload that cannot be remembered starts from the beginning.
 */
export function createRemembered (folder: string) {
  const pathOf = (name: string) => join(folder, name)

  return {
    /** The name of an upload, made of everything that identifies it. */
    nameOf: (...parts: unknown[]): string =>
      `${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}.json`,

    recall: async (name: string): Promise<Begun> => {
      const none = { idempotencyKey: randomUUID(), assetId: null, upload: null }
      try {
        return { ...none, ...JSON.parse(await readFile(pathOf(name), 'utf8')) }
      } catch {
        return none
      }
    },

    keep: async (name: string, begun: Begun): Promise<void> => {
      const temporary = pathOf(`${name}.${randomUUID()}`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(temporary, JSON.stringify(begun), { mode: 0o600 })
        await rename(temporary, pathOf(name))
      } catch {
        await rm(temporary, { force: true }).catch(() => {})
      }
    },

    forget: async (name: string): Promise<void> => rm(pathOf(name), { force: true }).catch(() => {}),

    /** Removes old uploads. */
    tidy: async (): Promise<void> => {
      for (const name of await readdir(folder).catch(() => [])) {
        const { mtimeMs } = await stat(pathOf(name)).catch(() => ({ mtimeMs: Date.now() }))
        if (mtimeMs < Date.now() - KEPT_MS) await rm(pathOf(name), { force: true }).catch(() => {})
      }
    }
  }
}
