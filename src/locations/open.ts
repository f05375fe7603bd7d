import type { Place } from '../process/location-settings.js'
import { openFolderLocation } from './folder.js'
import type { Location } from './location.js'

/** The files at a place. What speaks with buckets takes time and memory to load: it is loaded for the first bucket. */
export async function openLocation (place: Place): Promise<Location> {
  if (place.type === 'folder') return openFolderLocation(place.path)
  const { openBucketLocation } = await import('./bucket.js')
  return openBucketLocation(place.url)
}
