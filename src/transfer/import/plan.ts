import type { Caller } from '../../core/caller.js'
import { EXTERNAL_ID_TAKEN, MissingParameter, ProjectInsideItself, RoleRefused, TargetProjectNotFound } from '../../errors.js'
import { mustBeOneOf } from '../../http/rules.js'
import { assetKind, projectKind, type ItemKind } from '../../items/kinds.js'
import { isPrivate, type AssetRow, type ProjectRow } from '../../items/rows.js'
import type { ItemChanges } from '../../items/update.js'
import type { CheckedRow } from './check.js'
import { planDocuments } from './documents.js'
import type { RowError } from './parse.js'
import { checkForeign, checkOwn, checkSheet, READ_ONLY, textOf } from './read-only.js'
import type { ImportOptions } from './rows.js'
import type { Known, Plan, ImportTarget } from './target.js'

export type Outcome = 'created' | 'updated' | 'unchanged'

export type Planned = { readonly plan: Plan, readonly outcome: Outcome } | { readonly errors: readonly RowError[] }

const kinds: Record<'asset' | 'project', ItemKind<AssetRow | ProjectRow>> = {
  asset: assetKind as unknown as ItemKind<AssetRow | ProjectRow>,
  project: projectKind as unknown as ItemKind<AssetRow | ProjectRow>
}

export const kindOf = (type: 'asset' | 'project') => kinds[type]

const SHOWN_REFERENCE = 200
const SAME_PROJECT = 'Must be the project that the column project names'
const OF_ASSETS = 'Must be empty for a project'
const OF_PROJECTS = 'Must be empty for an asset'

/** Plans a row, and finds all its errors before anything is written. */
export async function planRow (
  target: ImportTarget, caller: Caller, { mode, key }: ImportOptions, row: CheckedRow
): Promise<Planned> {
  const errors: RowError[] = [...row.errors]
  const fail = (column: string, error: string) => { errors.push({ column, error }) }
  const fileId = textOf(row.cells.get('id'))
  const externalId = textOf(row.cells.get('external_id'))
  const known = await findKnown(target, key, externalId, fileId)
  const kind = known?.kind ?? kinds[row.type ?? 'asset']

  if (known !== null && row.type !== null && row.type !== kind.type) {
    if (externalId !== '' && key === 'external_id') fail('external_id', EXTERNAL_ID_TAKEN)
    else fail('type', mustBeOneOf([kind.type]))
    return { errors }
  }
  if (known !== null && mode === 'create') fail(key, EXTERNAL_ID_TAKEN)
  if (known === null && mode === 'update') fail(key, new kind.NotFound().message)
  if (known === null && !row.cells.has('title')) fail('title', new MissingParameter('title').message)
  if (fileId !== '' && fileId !== known?.row.id && await namesAnother(target, fileId, known)) fail('id', READ_ONLY)
  errors.push(...known === null ? checkForeign(kind.type, caller, row) : checkOwn(known, fileId, row.cells))
  if (
    externalId !== '' && externalId !== known?.row.external_id && !errors.some(({ column }) => column === 'external_id')
  ) {
    const holder = await target.holder(externalId)
    if (holder !== undefined && holder.id !== known?.row.id) fail('external_id', EXTERNAL_ID_TAKEN)
  }
  const place = await findPlace(target, known, row, fail)
  if (!errors.some(({ column }) => column === 'project' || column === 'project_id')) {
    const projectId = place === undefined ? known?.row.project_id ?? null : place
    errors.push(...await checkSheet(target, known, row.cells, projectId))
  }
  if (row.media !== null && kind.type === 'project') fail('file_url', OF_ASSETS)
  if (row.isPrivate !== null && kind.type === 'asset') fail('private', OF_PROJECTS)
  const documents = await planDocuments(target, caller, known, row.groups, errors)
  if (errors.length > 0) return { errors }

  const media = row.media !== null && (known === null || !await target.hasFile(known.row.id, row.media))
    ? row.media
    : null
  const changes = known === null ? contentOf(row) : differing(known, row.changes)
  const isSaid = row.isPrivate !== null && (known === null || isPrivate(known.row) !== row.isPrivate)
  const toPrivate = isSaid ? row.isPrivate! : undefined
  const mayDo = await mayWrite(target, known, place, !isEmpty(changes) || documents.length > 0 || media !== null) &&
    (known === null || toPrivate === undefined || await target.maySetPrivate(known))
  if (!mayDo) {
    return { errors: [{ column: null, error: new RoleRefused().message }] }
  }
  const plan: Plan = { known, kind, changes, place, documents, media, isPrivate: toPrivate, fileId }
  const isSame = isEmpty(changes) && place === undefined && documents.length === 0 && media === null &&
    toPrivate === undefined
  return { plan, outcome: known === null ? 'created' : isSame ? 'unchanged' : 'updated' }
}

/** Whether the caller's roles allow what the row changes. Everybody may create items. */
async function mayWrite (
  target: ImportTarget, known: Known | null, place: string | null | undefined, isChanged: boolean
): Promise<boolean> {
  if (known !== null && isChanged && !await target.allows(known, 'change')) return false
  if (known !== null && place !== undefined && !await target.allows(known, 'place')) return false
  if (place === undefined || place === null) return true
  const project = await target.find(place, { type: 'project' })
  return project !== undefined && await target.allows(project, 'change')
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0

/** Finds the item by the key. A row without an external id may name an item of this account by its id. */
async function findKnown (
  target: ImportTarget, key: ImportOptions['key'], externalId: string, fileId: string
): Promise<Known | null> {
  if (key === 'external_id' && externalId !== '') {
    const holder = await target.holder(externalId)
    return holder === undefined ? null : await target.find(holder.id, { type: holder.type, locked: true }) ?? null
  }
  if (fileId === '') return null
  return await target.find(await target.itemOf(fileId) ?? fileId, { locked: true }) ?? null
}

/** Whether the row claims to be another item. */
async function namesAnother (target: ImportTarget, fileId: string, known: Known | null): Promise<boolean> {
  const made = await target.itemOf(fileId)
  if (made !== undefined) return made !== known?.row.id
  return await target.find(fileId) !== undefined
}

/** Undefined if the item stays in its place. */
async function findPlace (
  target: ImportTarget,
  known: Known | null,
  { cells, errors }: CheckedRow,
  fail: (column: string, error: string) => void
): Promise<string | null | undefined> {
  if (errors.some(({ column }) => column === 'project' || column === 'project_id')) return undefined
  const named = textOf(cells.get('project'))
  const exported = textOf(cells.get('project_id'))
  const column = named !== '' || !cells.has('project_id') ? 'project' : 'project_id'
  if (!cells.has(column)) return undefined
  const before = known?.row.project_id ?? null
  const reference = column === 'project' ? named : exported
  if (reference === '') return before === null ? undefined : null
  // The project above what the caller sees is named in an export.
  if (reference === before && column === 'project_id') return undefined

  const project = await findProject(target, reference, column === 'project')
  if (
    project !== undefined && named !== '' && exported !== '' &&
    (await findProject(target, exported, false))?.row.id !== project.row.id
  ) {
    fail('project_id', SAME_PROJECT)
    return undefined
  }
  if (project?.row.id === before && before !== null) return undefined
  if (project === undefined || project.row.cohort_id !== null) {
    fail(column, new TargetProjectNotFound(reference.slice(0, SHOWN_REFERENCE)).message)
    return undefined
  }
  if (known?.kind.type === 'project' && await target.isWithin(project.row.id, known.row.id)) {
    fail(column, new ProjectInsideItself().message)
  }
  return project.row.id
}

async function findProject (
  target: ImportTarget, reference: string, byExternalId: boolean
): Promise<Known | undefined> {
  const byId = await target.find(await target.itemOf(reference) ?? reference, { type: 'project' })
  if (byId !== undefined || !byExternalId) return byId
  const holder = await target.holder(reference)
  return holder?.type === 'project' ? target.find(holder.id, { type: 'project' }) : undefined
}

/** The content of a new item. */
function contentOf ({ changes, cells }: CheckedRow): Plan['changes'] {
  if (cells.get('media_type') !== 'live') return changes
  const filename = textOf(cells.get('original_filename'))
  return { ...changes, media_type: 'live', ...(filename !== '' && { original_filename: filename }) }
}

function differing ({ kind, row }: Known, sent: ItemChanges): ItemChanges {
  const after = kind.shape.edit(row, sent)
  return kind.shape.differences(row, after).length === 0
    ? {}
    : Object.fromEntries(Object.entries(sent).filter(([name]) => after[name as 'title'] !== row[name as 'title']))
}
