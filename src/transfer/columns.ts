import { assetColumns, projectColumns, type ItemColumns } from '../items/columns.js'

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

const FIELD = /^field\.([1-9]\d{0,9})$/

export const fieldColumn = (id: number) => `field.${id}`

/** The field that a column is for, or null. */
export function fieldOf (column: string): number | null {
  const match = FIELD.exec(column)
  return match === null ? null : Number(match[1])
}

export function writeTags (tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\|]/g, '\\$&')).join('|')
}

export function readTags (cell: string): string[] {
  if (cell === '') return []
  const tags = ['']
  for (const [part] of cell.matchAll(/\\[^]|[^]/gu)) {
    if (part === '|') tags.push('')
    else tags[tags.length - 1] += part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
  }
  return tags
}

export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet takes for a formula. An apostrophe more stands before a text that looks protected already, so that
 * it can be read again.
 */
const RUN = /^'*[=+\-@\t\r]/
const PROTECTED = /^'+[=+\-@\t\r]/

export function protect (cell: string): string {
  return RUN.test(cell) ? `'${cell}` : cell
}

export function unprotect (cell: string): string {
  return PROTECTED.test(cell) ? cell.slice(1) : cell
}
