import { defineFailure } from '../errors.js'
import { halts } from '../drop-folders/errors.js'
import { LocationGone } from '../locations/errors.js'

export const EjectNotFound = defineFailure('EJECT_NOT_FOUND', 'Eject not found', 404)

/** Why a file could not be written. */
export const reasons = {
  location: new LocationGone().message,
  folder: halts.folder,
  path: 'The path is too long',
  room: 'There is not enough room on the disk',
  other: 'The file could not be written'
} as const
