import { defineFailure } from '../errors.js'

/** The folder or the bucket of a location is not there, as when a disk is not mounted. */
export const LocationGone = defineFailure('LOCATION_GONE', 'Location is not there', 200)

/**
 * What is at a path is not what was meant: it lies outside of the location, is no file (a link, a pipe, a device), or
 * is another one than was seen. Nothing has been done.
 */
export class NotThatFile extends Error {
  override name = 'NotThatFile'

  constructor (readonly reason: 'outside' | 'no file' | 'changed') {
    super(reason)
  }
}
