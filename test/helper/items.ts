import type { Answer, Client } from './app.js'

/** An id that no item has. */
export const NOBODYS_ID = '01890000-0000-7000-8000-000000000000'

/** A time as assets and projects show it: ISO 8601 in UTC, to the second. */
export const SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
/** A time as history shows it: to the millisecond. */
export const MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export type ItemPath = 'assets' | 'projects'
export const itemPaths: readonly ItemPath[] = ['assets', 'projects']

/** The names of the two kinds of items in answers, targets and event kinds. */
export const namesOf = {
  assets: { single: 'asset', target: 'asset_id', event: 'ASSET' },
  projects: { single: 'project', target: 'project_id', event: 'PROJECT' }
} as const

/** Returns the body of an answer that must be a plain success. */
export async function succeed (answer: Promise<Answer>): Promise<any> {
  const { status, body, text } = await answer
  if (status !== 200 || body?.error !== undefined) throw new Error(`A success was expected, not ${status} ${text}`)
  return body
}

export async function addItem (client: Client, path: ItemPath, parameters: object = {}): Promise<any> {
  return (await succeed(client.post(path, { title: 'Untitled', ...parameters })))[namesOf[path].single]
}

export const addAsset = (client: Client, parameters?: object) => addItem(client, 'assets', parameters)

export const addProject = (client: Client, parameters?: object) => addItem(client, 'projects', parameters)

/** Adds an item and puts it under a project. */
export async function addItemTo (client: Client, path: ItemPath, projectId: string, parameters?: object): Promise<any> {
  const item = await addItem(client, path, parameters)
  await assign(client, path, item.id, projectId)
  return { ...item, project_id: projectId }
}

export async function assign (client: Client, path: ItemPath, id: string, projectId: string): Promise<void> {
  await succeed(client.post(`${path}/${id}/assign`, { to_project_id: projectId }))
}

export async function readItem (client: Client, path: ItemPath, id: string): Promise<any> {
  return (await succeed(client.get(`${path}/${id}`)))[namesOf[path].single]
}

/** Whether an item is in the trash; null if it does not exist. */
export async function isDeleted (client: Client, path: ItemPath, id: string): Promise<boolean | null> {
  const { status, body } = await client.get(`${path}/${id}`)
  return status === 404 ? null : body[namesOf[path].single].deleted
}

/** The history of an item, newest first. */
export async function historyOf (client: Client, path: ItemPath, id: string): Promise<any[]> {
  return (await succeed(client.get(`${path}/${id}/history`))).history
}

/** The kinds of the events in an item's history, newest first. */
export async function eventsOf (client: Client, path: ItemPath, id: string): Promise<string[]> {
  return (await historyOf(client, path, id)).map((entry) => entry.event)
}
