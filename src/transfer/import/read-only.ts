import { emailKey } from '../../access/email.js'
import type { Caller } from '../../core/caller.js'
import { mustBeOneOf } from '../../http/rules.js'
import { blankAsset } from '../../items/columns.js'
import { givenColumns, sheetColumns } from '../columns.js'
import type { CheckedRow } from './check.js'
import type { Cells, RowError } from './parse.js'
import type { ImportTarget, Known } from './target.js'

/** Checks columns that rows cannot set. */

export const READ_ONLY = 'Must not be changed'

/** Columns that are empty in each new item. */
const blank = Object.keys(blankAsset).filter((name) => givenColumns.includes(name) && name !== 'original_filename')

/** The text of a cell, whatever its type in a line of JSON. */
export function textOf (value: unknown): string {
  return value == null || typeof value === 'object' ? '' : String(value)
}

/** An existing item: read-only columns must have its values. A file from elsewhere has its own ids and times. */
export function checkOwn ({ kind, row }: Known, fileId: string, cells: Cells): RowError[] {
  const shown = kind.present(row) as Record<string, unknown>
  const wrong: string[] = givenColumns.filter((column) => isAnother(cells.get(column), shown[column]))
  if (fileId === '' || fileId === row.id) {
    if (isAnother(cells.get('created_date'), row.created_date)) wrong.push('created_date')
    // An export may be of an earlier state of the item.
    if (textOf(cells.get('modification_date')) > row.modification_date) wrong.push('modification_date')
  }
  return wrong.map((column) => ({ column, error: READ_ONLY }))
}

/** A new item: it gets its own id and times, and the caller as its owner. */
export function checkForeign (type: 'asset' | 'project', caller: Caller, { cells, media }: CheckedRow): RowError[] {
  const mediaTypes = type === 'project' ? ['project'] : ['placeholder', 'live']
  const mediaType = textOf(cells.get('media_type'))
  const filename = cells.get('original_filename')
  const errors: RowError[] = []
  const wrong = (column: string, error = READ_ONLY) => { errors.push({ column, error }) }
  if (isAnotherEmail(cells.get('owner'), caller.email)) wrong('owner')
  if (isAnother(cells.get('status'), 'open')) wrong('status')
  if (mediaType !== '' && !mediaTypes.includes(mediaType)) wrong('media_type', mustBeOneOf(mediaTypes))
  if (mediaType !== 'live' && isAnother(filename, media?.filename)) wrong('original_filename')
  for (const column of blank) if (isAnother(cells.get(column), null)) wrong(column)
  if (isAnother(cells.get('deleted'), false)) wrong('deleted')
  return errors
}

/** Checks the columns for people: project and file of an item. A new item has no file yet. */
export async function checkSheet (
  target: ImportTarget, known: Known | null, cells: Cells, projectId: string | null
): Promise<RowError[]> {
  const [title, size, checksum] = sheetColumns.map((column) => textOf(cells.get(column)))
  const wrong: string[] = []
  if (title !== '') {
    const project = projectId === null ? undefined : await target.find(projectId, { type: 'project' })
    if (project?.row.title !== title) wrong.push('project_title')
  }
  if (known !== null && (size !== '' || checksum !== '')) {
    const file = await target.readyFile(known.row.id)
    if (isAnother(size, file?.size)) wrong.push('media_size')
    if (isAnother(checksum, file?.sha256)) wrong.push('media_checksum')
  }
  return wrong.map((column) => ({ column, error: READ_ONLY }))
}

function isAnotherEmail (sent: unknown, email: string): boolean {
  return isAnother(typeof sent === 'string' ? emailKey(sent) : sent, emailKey(email))
}

/** Spreadsheets write `TRUE`. */
function isAnother (sent: unknown, value: unknown): boolean {
  if (typeof sent === 'object' && sent !== null) return true
  const text = typeof value === 'boolean' ? textOf(sent).toLowerCase() : textOf(sent)
  return text !== '' && text !== textOf(value)
}
