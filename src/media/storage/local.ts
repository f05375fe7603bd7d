import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isKey } from './keys.js'
import type { MediaStorage } from './storage.js'
import { filesBelow, nullWhereMissing } from './walk.js'

/** Keeps files in a folder. What is placed must be in the same file system, so that it can be renamed. */
export function createLocalStorage (folder: string): MediaStorage {
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is no key of the media storage`)
    return join(folder, key)
  }

  return {
    async place (path, key) {
      const target = pathOf(key)
      await makeFolder(dirname(target))
      await rename(path, target)
      await syncFolder(dirname(target))
    },

    async sizeOf (key) {
      const found = await stat(pathOf(key)).catch(nullWhereMissing)
      return found?.isFile() === true ? found.size : null
    },

    read: async (key) => createReadStream(pathOf(key), { highWaterMark: 1024 ** 2 }),

    source: async (key) => ({ kind: 'file', path: pathOf(key) }),

    remove: (key) => rm(pathOf(key), { force: true }),

    async * list () {
      for await (const { name, size } of filesBelow(folder)) yield { key: name, size }
    }
  }
}

/** Makes a folder and those that it lies in. A name is on disk only when the folder that holds it was synced. */
async function makeFolder (path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder (path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
