import { OperatorMistake } from '../../errors.js'
import type { Config } from '../../process/config.js'
import { objectsFolder, type StorageSettings } from '../../process/media-folders.js'
import type { DownloadOptions, MediaStorage } from './storage.js'
import { createLocalStorage } from './local.js'

const S3_PACKAGES = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@aws-sdk/s3-request-presigner']

/** Throws OperatorMistake if a bucket is configured and the SDK is not installed. */
export function requireStorage (settings: StorageSettings & Pick<Config, 'LOCATIONS'>): void {
  const isOfMedia = settings.MEDIA_URL !== undefined
  if (!isOfMedia && settings.LOCATIONS.every(({ place }) => place.type === 'folder')) return
  try {
    for (const name of S3_PACKAGES) import.meta.resolve(name)
  } catch {
    throw new OperatorMistake(`${isOfMedia ? 'MEDIA_URL' : 'LOCATIONS'}: what speaks with S3 is not installed: npm install ${S3_PACKAGES.join(' ')}`)
  }
}

/** The configured storage. */
export function openStorage (settings: StorageSettings): MediaStorage {
  return settings.MEDIA_URL === undefined
    ? createLocalStorage(objectsFolder(settings))
    : openWhenUsed(settings.MEDIA_URL)
}

/** The SDK takes time and memory to load: it is loaded with the first file. */
function openWhenUsed (url: string): MediaStorage {
  let opening: Promise<MediaStorage> | undefined
  const storage = () => (opening ??= import('./s3.js').then(({ createS3Storage }) => createS3Storage(url)))
  return {
    place: async (path: string, key: string) => (await storage()).place(path, key),
    sizeOf: async (key: string) => (await storage()).sizeOf(key),
    read: async (key: string) => (await storage()).read(key),
    pathOf: () => null,
    source: async (key: string, options: DownloadOptions) => (await storage()).source(key, options),
    remove: async (key: string) => (await storage()).remove(key),
    list: async function * list () { yield * (await storage()).list() }
  }
}
