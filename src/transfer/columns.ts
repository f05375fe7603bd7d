import type { ItemColumns } from '../items/column-kinds.js'
import { assetColumns, projectColumns } from '../items/columns.js'

/** What a CSV has always begun with: programs may go by the order. What items have got since comes after it. */
const firstColumns = [
  'type', 'id', 'external_id', 'project_id', 'title', 'description', 'category', 'tags', 'owner', 'status',
  'media_type', 'original_filename', 'created_date', 'modification_date', 'deleted'
]

/** What the API shows of an asset or a project. */
const shownColumns: ItemColumns = { ...assetColumns, ...projectColumns }

/** In lines of JSON, and in no CSV. */
const linesOnly = ['parent_asset_id']

/** The columns of a CSV, in their order. After them comes `field.<id>` for each field of a default group. */
export const exportedColumns: readonly string[] = [
  ...firstColumns,
  ...Object.keys(shownColumns).filter((name) => !firstColumns.includes(name) && !linesOnly.includes(name))
]

/** What lines of JSON have besides them. */
export const lineColumns: readonly string[] = [...linesOnly, 'custom_fields', 'media']

const identifying = ['type', 'id', 'project_id', 'created_date', 'modification_date']

/** What else the service alone gives an item. */
export const givenColumns: readonly string[] = [...exportedColumns, ...linesOnly]
  .filter((name) => shownColumns[name]?.edit === undefined && !identifying.includes(name))

/** What an import takes besides them. */
export const importedColumns = ['project', 'file_url', 'filename'] as const

/** What people want to see beside the columns, and cannot change. */
export const sheetColumns = ['project_title', 'media_size', 'media_checksum'] as const

const FIELD = /^field\.([1-9]\d{0,9})$/
/** The column of a field as people read it: `Location (field.1)`. */
const NAMED_FIELD = /\((field\.[1-9]\d{0,9})\)\s*$/

export const fieldColumn = (id: number) => `field.${id}`

/** What stands above the column of a field for people. */
export const fieldHeading = ({ id, name }: { id: number, name: string }) => `${name} (${fieldColumn(id)})`

/** The name of a column, by what stands above it. */
export function columnOf (heading: string): string {
  return NAMED_FIELD.exec(heading)?.[1] ?? heading
}

/** Whether only a file for people has such a column. */
export function isForPeople (heading: string): boolean {
  return columnOf(heading) !== heading || sheetColumns.some((name) => name === heading)
}

/** The field that a column is for, or null. */
export function fieldOf (column: string): number | null {
  const match = FIELD.exec(column)
  return match === null ? null : Number(match[1])
}

/** One empty tag would be no tags at all. */
const EMPTY_TAG = '\\'

export function writeTags (tags: readonly string[]): string {
  if (tags.length === 1 && tags[0] === '') return EMPTY_TAG
  return tags.map((tag) => tag.replace(/[\\|]/g, '\\$&')).join('|')
}

export function readTags (cell: string): string[] {
  if (cell === '') return []
  if (cell === EMPTY_TAG) return ['']
  const tags = ['']
  for (const [part] of cell.matchAll(/\\[^]|[^]/gu)) {
    if (part === '|') tags.push('')
    else tags[tags.length - 1] += part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
  }
  return tags
}

export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet may take for a formula: also in the wide letters of Asian keyboards, and behind white space and
 * characters that nobody sees. An apostrophe more stands before a text that looks protected already, so that it can be
 * read again.
 */
const UNSEEN = String.raw`\s\p{Cc}\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064`
const DANGER = String.raw`(?:[${UNSEEN}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|\p{Cc})`
const RUN = new RegExp(`^'*${DANGER}`, 'u')
const PROTECTED = new RegExp(`^'+${DANGER}`, 'u')

export function protect (cell: string): string {
  return RUN.test(cell) ? `'${cell}` : cell
}

export function unprotect (cell: string): string {
  return PROTECTED.test(cell) ? cell.slice(1) : cell
}
