import { ask, type Item, type ItemType } from '../api/client.ts'
import { plain } from '../api/failure.ts'

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
  const { data, response } = await ask<Record<ItemType, Item>>('GET', pathOf(type, id))
  return { item: data[type], tag: response.headers.get('etag') ?? '' }
}

/** The error of each field. */
export class FieldsFailure extends Error {
  readonly fields: Readonly<Record<string, string>>

  constructor (fields: Readonly<Record<string, string>>) {
    super('Not everything could be saved.')
    this.fields = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, plain(text)]))
  }
}

export function valueOf (item: Item, name: string): unknown {
  return (item as unknown as Record<string, unknown>)[name]
}

/** Assigns an item to a project, or unassigns it. */
export async function assign (type: ItemType, id: string, projectId: string | null): Promise<void> {
  if (projectId === null) await ask('DELETE', `${pathOf(type, id)}/unassign`)
  else await ask('POST', `${pathOf(type, id)}/assign`, { to_project_id: projectId })
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
