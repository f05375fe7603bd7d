import { LONGEST_NAME, MOST_ELEMENTS } from '../http/rules.js'
import type { ItemColumns } from '../items/column-kinds.js'
import { assetColumns, projectColumns } from '../items/columns.js'
import { lineParts } from '../lines/load.js'

/** The first columns keep their order, as programs may rely on it. New columns come after them. */
const firstColumns = [
  'type', 'id', 'external_id', 'project_id', 'title', 'description', 'category', 'tags', 'owner', 'status',
  'media_type', 'original_filename', 'created_date', 'modification_date', 'deleted'
]

/** The columns that the API shows. */
const shownColumns: ItemColumns = { ...assetColumns, ...projectColumns }

/** Only in lines of JSON. */
const linesOnly = ['parent_asset_id', 'private']

/** The columns of a CSV, in order. A column `field.<id>` for each field of a default group follows. */
export const exportedColumns: readonly string[] = [
  ...firstColumns,
  ...Object.keys(shownColumns).filter((name) => !firstColumns.includes(name) && !linesOnly.includes(name))
]

/** The further keys of lines of JSON. */
export const lineColumns: readonly string[] = [...linesOnly, 'custom_fields', 'media', ...lineParts.map(({ name }) => name)]

const identifying = ['type', 'id', 'project_id', 'created_date', 'modification_date']
/** Columns that requests set otherwise than by an edit. */
const settable = ['private']
/** Columns of exports that imports pass over, whatever they hold. */
const passedOver = ['thumbnail_asset_id']

/** The columns that only the service sets. */
export const givenColumns: readonly string[] = [...exportedColumns, ...linesOnly].filter((name) =>
  shownColumns[name]?.edit === undefined && ![...identifying, ...settable, ...passedOver].includes(name))

/** The further columns of an import. */
export const importedColumns = ['project', 'file_url', 'filename', 'private'] as const

/** Read-only columns for people. */
export const sheetColumns = ['project_title', 'media_size', 'media_checksum'] as const

const FIELD = /^field\.([1-9]\d{0,9})$/
/** The heading of a field for people: `Location (field.1)`. */
const NAMED_FIELD = /\((field\.[1-9]\d{0,9})\)\s*$/

export const fieldColumn = (id: number) => `field.${id}`

/** The heading of a field for people. */
export const fieldHeading = ({ id, name }: { id: number, name: string }) => `${name} (${fieldColumn(id)})`

/** The column of a heading. */
export function columnOf (heading: string): string {
  return NAMED_FIELD.exec(heading)?.[1] ?? heading
}

/** Whether a heading is used for people only. */
export function isForPeople (heading: string): boolean {
  return columnOf(heading) !== heading || sheetColumns.some((name) => name === heading)
}

/** The field of a column, or null. */
export function fieldOf (column: string): number | null {
  const match = FIELD.exec(column)
  return match === null ? null : Number(match[1])
}

/** A single empty tag, which would otherwise look like no tags. */
const EMPTY_TAG = '\\'

export function writeTags (tags: readonly string[]): string {
  if (tags.length === 1 && tags[0] === '') return EMPTY_TAG
  return tags.map((tag) => tag.replace(/[\\|]/g, '\\$&')).join('|')
}

/** Ends with the first tag that is too much, or too long: the rest would be refused with it. */
export function readTags (cell: string): string[] {
  if (cell === '') return []
  if (cell === EMPTY_TAG) return ['']
  const tags = ['']
  for (const [part] of cell.matchAll(/\\[^]|[^]/gu)) {
    if (tags.length > MOST_ELEMENTS || tags.at(-1)!.length > 2 * LONGEST_NAME) break
    if (part === '|') tags.push('')
    else tags[tags.length - 1] += part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
  }
  return tags
}
