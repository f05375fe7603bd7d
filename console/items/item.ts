import { ask, request, type Item, type ItemType } from '../api/client.ts'
import { Failure, plain } from '../api/failure.ts'
import type { Edits } from './edits.ts'

export interface Version {
  readonly item: Item
  /** The `ETag` of this version. */
  readonly tag: string
}

/** The names of the form's fields, for people. */
export const fieldNames: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  tags: 'Tags',
  category: 'Category',
  external_id: 'External id',
  project_id: 'Project'
}

export function pathOf (type: ItemType, id: string): string {
  return `/api/v2/${type}s/${encodeURIComponent(id)}`
}

export async function readItem (type: ItemType, id: string): Promise<Version> {
  const answer = await ask('GET', pathOf(type, id))
  const body = await answer.json() as Record<ItemType, Item>
  return { item: body[type], tag: answer.headers.get('etag') ?? '' }
}

/** The error of each field. */
export class FieldsFailure extends Error {
  readonly fields: Readonly<Record<string, string>>

  constructor (fields: Readonly<Record<string, string>>) {
    super('Not everything could be saved.')
    this.fields = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, plain(text)]))
  }
}

/** Another user saved first. Has what is stored now. */
export class Conflict extends Error {
  constructor (readonly theirs: Version) {
    super('Somebody else has changed this meanwhile.')
  }
}

/**
 * Saves the edits, if the item is still the version that they were made on. Throws Conflict if it is not, and
 * FieldsFailure if a field is refused.
 */
export async function saveItem (type: ItemType, id: string, tag: string, { fields, groups }: Edits): Promise<void> {
  const { project_id: projectId, ...own } = fields
  try {
    if (Object.keys(own).length > 0) {
      const answer = await ask('PUT', pathOf(type, id), own, { headers: { 'if-match': tag } })
      const { errors } = await answer.json() as { errors: Record<string, string> }
      if (Object.keys(errors).length > 0) throw new FieldsFailure(errors)
    } else if (projectId !== undefined && (await readItem(type, id)).tag !== tag) {
      throw new Failure('', 412)
    }
  } catch (error) {
    if (error instanceof Failure && error.status === 412) throw new Conflict(await readItem(type, id))
    throw error
  }
  if (projectId !== undefined) await assign(type, id, projectId as string | null)
  for (const [group, values] of Object.entries(groups)) await saveGroup(type, id, group, values)
}

/** Assigns an item to a project, or unassigns it. */
export async function assign (type: ItemType, id: string, projectId: string | null): Promise<void> {
  if (projectId === null) await ask('DELETE', `${pathOf(type, id)}/unassign`)
  else await ask('POST', `${pathOf(type, id)}/assign`, { to_project_id: projectId })
}

async function saveGroup (type: ItemType, id: string, group: string, values: unknown): Promise<void> {
  const path = `${pathOf(type, id)}/custom_fields/${group}`
  if (Array.isArray(values)) {
    // Removed entries are deleted one by one, the others are sent together.
    for (const { removed, cfg_id: entry } of values as Array<{ removed?: boolean, cfg_id?: number }>) {
      if (removed === true && entry !== undefined) await ask('DELETE', `${path}/${entry}`)
    }
  }
  const sent = Array.isArray(values)
    ? values.filter((entry: { removed?: boolean }) => entry.removed !== true)
    : values
  if (Array.isArray(sent) && sent.length === 0) return
  const { errors } = await request<{ errors: Array<Record<string, string>> }>('POST', path, { custom_fields: sent })
  if (errors.length > 0) throw new FieldsFailure(Object.assign({}, ...errors.map(prefixed)) as Record<string, string>)
}

function prefixed (error: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(error).map(([field, text]) => [`field.${field}`, text]))
}

/** Moves to the trash or back. */
export async function trash (type: ItemType, id: string): Promise<void> {
  await ask('POST', `${pathOf(type, id)}/trash_bin`)
}

export async function restore (type: ItemType, id: string): Promise<void> {
  await ask('POST', `${pathOf(type, id)}/restore`)
}

export async function remove (type: ItemType, id: string): Promise<void> {
  await ask('DELETE', pathOf(type, id))
}
