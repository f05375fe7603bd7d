import { existsSync, readdirSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { hash, root } from './sources.js'

const folders = ['src', 'plugins', 'routes', 'console', 'prisma']
/** What a build writes there. */
const isBuilt = /^prisma\/(generated(\/|$)|postgresql\.prisma$)/
const QUIET_MS = 100

/**
 * Watches the sources of the service. Their contents decide whether they have changed: a file that is saved without a
 * change, or changed back, starts nothing.
 */
export function watchSources () {
  const watchers = new Map()
  let before = fingerprint()
  let notice = () => {}
  let isNoticed = false

  /** Watches each folder by itself: Node 20 watches trees by every file in them. */
  function watchFolders () {
    const present = new Set([...folders, ...entries(folders).filter((entry) => entry.isFolder).map(({ path }) => path)])
    for (const path of present) {
      if (watchers.has(path)) continue
      const watcher = watch(join(root, path), () => {
        isNoticed = true
        notice()
      })
      watcher.on('error', () => {})
      watchers.set(path, watcher)
    }
    for (const [path, watcher] of watchers) {
      if (present.has(path)) continue
      watcher.close()
      watchers.delete(path)
    }
  }

  watchFolders()
  return {
    /** Resolves when the sources have another content than at the last time, or at the beginning. */
    async changed () {
      for (;;) {
        if (!isNoticed) await new Promise((resolve) => { notice = () => resolve(undefined) })
        // An editor, or a change of the branch, writes several files.
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
        isNoticed = false
        try {
          watchFolders()
          const now = fingerprint()
          if (now === before) continue
          before = now
          return
        } catch (error) {
          // Something is being removed at this moment.
          if (error.code !== 'ENOENT') throw error
          isNoticed = true
        }
      }
    }
  }
}

function fingerprint () {
  const files = entries(folders).filter(({ isFolder }) => !isFolder).map(({ path }) => path).sort()
  return hash(files.flatMap((path) => [path, readFileSync(join(root, path))]))
}

function entries (paths) {
  return paths.filter((path) => existsSync(join(root, path))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .map((entry) => ({
        path: join(entry.parentPath, entry.name).slice(root.length + 1),
        isFolder: entry.isDirectory()
      }))
      .filter(({ path }) => !isBuilt.test(path))
  )
}
