import { answered, api, done, type Item, type ItemType } from '../api/client.ts'
import type { paths } from '../../client/cutroom.d.ts'
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

type Owner = ItemType | 'collection'
type PathsOf<Type extends Owner, End extends string> = Type extends Owner ? `/api/v2/${Type}s/{${Type}_id}${End}` : never

type Ends<Type extends Owner> = {
  [Path in keyof paths]: Path extends `/api/v2/${Type}s/{${Type}_id}${infer End}` ? End : never
}[keyof paths]

/** What paths below items have in common, if they may be of several types. */
export type EndOf<Type extends Owner> =
  & ('asset' extends Type ? Ends<'asset'> : string)
  & ('project' extends Type ? Ends<'project'> : string)
  & ('collection' extends Type ? Ends<'collection'> : string)

/** A path of the API below an item, whichever its type is; `idsOf` has its value. */
export function pathOf<Type extends Owner, End extends EndOf<Type>> (type: Type, end: End): PathsOf<Type, End> {
  return `/api/v2/${type}s/{${type}_id}${end}` as PathsOf<Type, End>
}

export function idsOf (id: string) {
  return { asset_id: id, project_id: id, collection_id: id }
}

export async function readItem (type: ItemType, id: string): Promise<Version> {
  const { data, response } = await answered(api.GET(pathOf(type, ''), { params: { path: idsOf(id) } }))
  return { item: 'asset' in data ? data.asset : data.project, tag: response.headers.get('etag') ?? '' }
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
  const params = { path: idsOf(id) }
  if (projectId === null) await done(api.DELETE(pathOf(type, '/unassign'), { params }))
  else await done(api.POST(pathOf(type, '/assign'), { params, body: { to_project_id: projectId } }))
}

/** Moves to the trash or back. */
export async function trash (type: ItemType, id: string): Promise<void> {
  await done(api.POST(pathOf(type, '/trash_bin'), { params: { path: idsOf(id) } }))
}

export async function restore (type: ItemType, id: string): Promise<void> {
  await done(api.POST(pathOf(type, '/restore'), { params: { path: idsOf(id) } }))
}

export async function remove (type: ItemType, id: string): Promise<void> {
  await done(api.DELETE(pathOf(type, ''), { params: { path: idsOf(id) } }))
}
