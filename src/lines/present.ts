import { presentGroupValues } from '../fields/values/overview.js'
import { presentMedia } from '../media/present.js'
import type { LoadedItem } from './load.js'

/**
 * An item as one line of JSON, with its values and its files: what exports and followers of changes get. URLs of
 * downloads last an hour and are no part of it.
 */
export function presentLine ({ type, json, groups, files }: LoadedItem): string {
  const media = JSON.stringify(files.map((file) => presentMedia(file, null)))
  return `{"type":"${type}","${type}":${json},"custom_fields":[${groups.map(presentGroupValues).join()}],"media":${media}}`
}
