import { createReadStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolderDurably, syncToDisk } from '../../basics/folders.js'
import { isKey } from './keys.js'
import type { MediaStorage } from './storage.js'
import { nullWhereMissing } from '../../basics/missing-paths.js'
import { filesBelow } from './walk.js'

/** Keeps files in a folder. Placing a file renames it, so it must be in the same file system. */
export function createLocalStorage (folder: string): MediaStorage {
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is no key of the media storage`)
    return join(folder, key)
  }

  return {
    async place (path, key) {
      const target = pathOf(key)
      await makeFolderDurably(dirname(target))
      await rename(path, target)
      await syncToDisk(dirname(target))
    },

    async sizeOf (key) {
      const found = await stat(pathOf(key)).catch(nullWhereMissing)
      return found?.isFile() === true ? found.size : null
    },

    read: async (key) => createReadStream(pathOf(key), { highWaterMark: 1024 ** 2 }),

    pathOf,

    source: async (key) => ({ kind: 'file', path: pathOf(key) }),

    remove: (key) => rm(pathOf(key), { force: true }),

    async * list () {
      for await (const { name, size } of filesBelow(folder)) yield { key: name, size }
    }
  }
}
