import { join, resolve } from 'node:path'
import type { DownloadOptions, Storage } from './storage.js'
import { createLocalStorage } from './local.js'

/** The folder in the media folder for files, where no bucket keeps them. */
export const OBJECTS = 'objects'

export interface StorageSettings {
  /** The folder for files, and for what is being received. */
  readonly MEDIA_DIR: string
  /** `s3://…` keeps the files there instead; what is being received stays in the folder. */
  readonly MEDIA_URL?: string
}

/** The folder for what is being received. It lies beside the stored files, in the same file system. */
export function incomingFolder ({ MEDIA_DIR }: StorageSettings): string {
  return join(resolve(MEDIA_DIR), 'incoming')
}

function objectsFolder ({ MEDIA_DIR }: StorageSettings): string {
  return join(resolve(MEDIA_DIR), OBJECTS)
}

/** The folders that are written to. */
export function mediaFolders (settings: StorageSettings): string[] {
  return settings.MEDIA_URL === undefined ? [incomingFolder(settings), objectsFolder(settings)] : [incomingFolder(settings)]
}

/** The storage that the settings name. */
export function openStorage (settings: StorageSettings): Storage {
  return settings.MEDIA_URL === undefined ? createLocalStorage(objectsFolder(settings)) : openWhenUsed(settings.MEDIA_URL)
}

/** The SDK takes a while to load and some memory: nobody pays for it before the first file. */
function openWhenUsed (url: string): Storage {
  let opening: Promise<Storage> | undefined
  const storage = () => (opening ??= import('./s3.js').then(({ createS3Storage }) => createS3Storage(url)))
  return {
    place: async (path: string, key: string) => (await storage()).place(path, key),
    sizeOf: async (key: string) => (await storage()).sizeOf(key),
    read: async (key: string) => (await storage()).read(key),
    source: async (key: string, options: DownloadOptions) => (await storage()).source(key, options),
    remove: async (key: string) => (await storage()).remove(key),
    list: async function * list () { yield * (await storage()).list() }
  }
}
