import { defineFailure } from '../errors.js'

export const DropFolderNotFound = defineFailure('DROP_FOLDER_NOT_FOUND', 'Drop folder not found', 404)
export const ArrivalNotFound = defineFailure('ARRIVAL_NOT_FOUND', 'Arrival not found', 404)
export const DropFolderIncoming = defineFailure('DROP_FOLDER_INCOMING', 'Drop folder is incoming', 200)
export const DropFolderOutgoing = defineFailure('DROP_FOLDER_OUTGOING', 'Drop folder is outgoing', 200)
export const DropFolderPrivate = defineFailure('DROP_FOLDER_PRIVATE', 'Drop folder is private', 200)
export const DropFolderPaused = defineFailure('DROP_FOLDER_PAUSED', 'Drop folder is paused', 200)
export const DropFoldersOverlap = defineFailure('DROP_FOLDERS_OVERLAP', 'Drop folders must not overlap', 200)

export const TAKEN_PATH_RULE = 'Must be a path that the drop folder takes'

/** Why a drop folder halts, where no failure of a caller says the same. */
export const halts = {
  user: 'Its user is disabled',
  administrator: 'Its user is no administrator',
  right: 'Its user may not add files',
  folder: 'Folder is not there'
} as const
