import { join, resolve } from 'node:path'

/** The folder of stored files within the media folder, if there is no bucket. */
export const OBJECTS = 'objects'

export interface StorageSettings {
  /** The folder of stored and of temporary files. */
  readonly MEDIA_DIR: string
  /** `s3://…` stores files in a bucket. Temporary files stay in the folder. */
  readonly MEDIA_URL?: string
}

/** The folder of temporary files, in the same file system as the stored ones. */
export function incomingFolder ({ MEDIA_DIR }: StorageSettings): string {
  return join(resolve(MEDIA_DIR), 'incoming')
}

export function objectsFolder ({ MEDIA_DIR }: StorageSettings): string {
  return join(resolve(MEDIA_DIR), OBJECTS)
}

/** The folders that are written to. */
export function mediaFolders (settings: StorageSettings): string[] {
  return settings.MEDIA_URL === undefined
    ? [incomingFolder(settings), objectsFolder(settings)]
    : [incomingFolder(settings)]
}
