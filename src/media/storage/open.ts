import { join, resolve } from 'node:path'
import { OperatorMistake } from '../../core/errors.js'
import type { DownloadOptions, Storage } from './storage.js'
import { createLocalStorage } from './local.js'

/** The folder in the media folder for files, where no bucket keeps them. */
export const OBJECTS = 'objects'

const S3_PACKAGES = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@aws-sdk/s3-request-presigner']

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

/** Throws OperatorMistake where a bucket is named, and what speaks with it is not installed: most installations have no bucket. */
export function requireStorage (settings: StorageSettings): void {
  if (settings.MEDIA_URL === undefined) return
  try {
    for (const name of S3_PACKAGES) import.meta.resolve(name)
  } catch {
    throw new OperatorMistake(`MEDIA_URL: what speaks with S3 is not installed: npm install ${S3_PACKAGES.join(' ')}`)
  }
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
