import { presentComment } from '../comments/rows.js'
import { presentGroupValues } from '../fields/values/overview.js'
import { presentMedia } from '../media/present.js'
import type { LoadedItem } from './load.js'

/**
 * An item as one line of JSON, with its values, its files and its comments, for exports and followers of changes. URLs
 * of downloads are left out, as they last an hour.
 */
export function presentLine ({ type, json, groups, files, comments }: LoadedItem): string {
  const media = JSON.stringify(files.map((file) => presentMedia(file, null)))
  const said = JSON.stringify(comments.map(presentComment))
  const values = groups.map(presentGroupValues).join()
  return `{"type":"${type}","${type}":${json},"custom_fields":[${values}],"media":${media},"comments":${said}}`
}
