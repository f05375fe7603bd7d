import { api, done, type Schemas } from '../api/client.ts'

export type Eject = Schemas['Eject']
export type Rendition = 'original' | 'proxy'

/** The most that go out at once: each is an eject of its own. */
export const MOST_TARGETS = 100
/** Newest ejects that are read together. */
const LISTED = 500

/** What goes out. */
export interface Target {
  readonly type: 'asset' | 'project' | 'collection'
  readonly id: string
}

export interface Wanted {
  readonly drop_folder_id: number
  readonly rendition: Rendition
  readonly path: string
}

/** The drop folders to which files may go now. */
export async function listOutgoing (): Promise<ReadonlyArray<Schemas['DropFolder']>> {
  const { drop_folders: all } = await done(api.GET('/api/v2/drop_folders', { params: { query: { limit: 500 } } }))
  return all.filter(({ direction, paused, error }) => direction === 'out' && !paused && error === null)
}

export async function begin ({ type, id }: Target, body: Wanted): Promise<Eject> {
  if (type === 'asset') {
    return (await done(api.POST('/api/v2/assets/{asset_id}/ejects', { params: { path: { asset_id: id } }, body }))).eject
  }
  if (type === 'project') {
    return (await done(api.POST('/api/v2/projects/{project_id}/ejects', { params: { path: { project_id: id } }, body }))).eject
  }
  const params = { path: { collection_id: id } }
  return (await done(api.POST('/api/v2/collections/{collection_id}/ejects', { params, body }))).eject
}

export async function read (id: string) {
  return done(api.GET('/api/v2/ejects/{eject_id}', { params: { path: { eject_id: id } } }))
}

/** How far ejects are: several by one list, as far as that has them. */
export async function readAll (ids: readonly string[]): Promise<ReadonlyMap<string, Eject>> {
  const found = new Map<string, Eject>()
  if (ids.length > 1) {
    const { ejects } = await done(api.GET('/api/v2/ejects', { params: { query: { limit: LISTED } } }))
    for (const eject of ejects) found.set(eject.id, eject)
  }
  for (const id of ids) if (!found.has(id)) found.set(id, (await read(id)).eject)
  return found
}

export async function cancel (id: string): Promise<void> {
  await done(api.DELETE('/api/v2/ejects/{eject_id}', { params: { path: { eject_id: id } } }))
}
