import { join, resolve } from 'node:path'

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

export function objectsFolder ({ MEDIA_DIR }: StorageSettings): string {
  return join(resolve(MEDIA_DIR), OBJECTS)
}

/** The folders that are written to. */
export function mediaFolders (settings: StorageSettings): string[] {
  return settings.MEDIA_URL === undefined
    ? [incomingFolder(settings), objectsFolder(settings)]
    : [incomingFolder(settings)]
}
