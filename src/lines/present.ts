import { presentGroupValues } from '../fields/values/overview.js'
import { presentMedia } from '../media/present.js'
import type { LoadedItem } from './load.js'

/**
 * An item as one line of JSON, with its values and its files, for exports and followers of changes. URLs of downloads
 * are left out, as they last an hour, unless the files are given as JSON.
 */
export function presentLine ({ type, json, groups, files }: LoadedItem, sent?: string): string {
  const media = sent ?? JSON.stringify(files.map((file) => presentMedia(file, null)))
  const values = groups.map(presentGroupValues).join()
  return `{"type":"${type}","${type}":${json},"custom_fields":[${values}],"media":${media}}`
}
