import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../../basics/units.js'

/** The service forgets an upload long before. */
const KEPT_MS = 30 * DAY_MS

/** What is known of an upload that was begun. */
export interface Begun {
  /** Of the requests that begin it: sent again, they begin nothing twice. */
  readonly idempotencyKey: string
  readonly assetId: string | null
  /** Its signed path; null where none was asked for. */
  readonly upload: string | null
}

export type Remembered = ReturnType<typeof createRemembered>

/** Where the system has what programs may lose. */
export function cacheFolder (environment: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = environment
  const home = process.platform === 'darwin' ? join(homedir(), 'Library/Caches') : join(homedir(), '.cache')
  return join(xdg || local || home, 'cutroom/uploads')
}

/**
 * The uploads that this user has begun, each in a file of its own, which only this user may read: whoever has a signed
 * path may send to it. What cannot be remembered is begun anew next time.
 */
export function createRemembered (folder: string) {
  const pathOf = (name: string) => join(folder, name)

  return {
    /** The name of an upload, by all that makes it another one. */
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

    /** Removes what nobody has come back to. */
    tidy: async (): Promise<void> => {
      for (const name of await readdir(folder).catch(() => [])) {
        const { mtimeMs } = await stat(pathOf(name)).catch(() => ({ mtimeMs: Date.now() }))
        if (mtimeMs < Date.now() - KEPT_MS) await rm(pathOf(name), { force: true }).catch(() => {})
      }
    }
  }
}
