import type { Item, Schemas } from '../api/client.ts'
import { whoDid } from '../items/guests.ts'
import { readItem } from '../items/item.ts'

export type Notification = Schemas['Notification']

interface Targets {
  readonly asset_id?: string
  readonly project_id?: string
  readonly webhook_id?: number
  readonly comment_id?: number
  readonly approval_id?: number
  readonly drop_folder_id?: number
}

export interface About {
  readonly type: 'asset' | 'project'
  readonly item: Item
}

/** The path of what a notification is about, in the console and below `/api/v2`. */
export function placeOf ({ targets }: Notification): string {
  const { asset_id: asset, project_id: project, webhook_id: webhook, drop_folder_id: dropFolder } = targets as Targets
  if (dropFolder !== undefined) return `drop-folders/${dropFolder}`
  return asset !== undefined ? `assets/${asset}` : project !== undefined ? `projects/${project}` : `webhooks/${webhook}`
}

/** The id of the comment that a notification is about, if it is about one. */
export function commentOf ({ targets }: Notification): number | undefined {
  return (targets as Targets).comment_id
}

/** Loads the items that notifications are about, each once. One that is gone meanwhile is left out. */
export async function loadItems (
  notifications: readonly Notification[], known: ReadonlyMap<string, About>
): Promise<ReadonlyMap<string, About>> {
  const places = new Set(notifications.map(placeOf).filter((place) => /^(?:assets|projects)\//.test(place) && !known.has(place)))
  const found = new Map(known)
  await Promise.all([...places].map(async (place) => {
    try {
      const type = place.startsWith('assets/') ? 'asset' : 'project'
      found.set(place, { type, item: (await readItem(type, place.split('/')[1]!)).item })
    } catch {}
  }))
  return found
}

/** What has happened, after the name of who did it. */
export const words: Readonly<Record<Notification['kind'], string>> = {
  mention: 'mentions you on',
  reply: 'has replied on',
  approval_asked: 'asks for your approval of',
  approval_decided: 'has decided on',
  guest_decided: 'has decided on',
  new_version: 'has replaced the file, and your approval is asked for again:',
  comment: 'has commented on',
  guest_comment: 'has commented on',
  guest_files: 'has sent files to',
  arrival_failed: 'could not bring a file into',
  webhook_disabled: 'has disabled'
}

/** What is no item, by the beginning of its place: what it is called, and its icon. */
const others = { 'webhooks/': ['a webhook', 'webhook'], 'drop-folders/': ['a drop folder', 'folder'] } as const

export function otherAt (place: string): { readonly title: string, readonly icon: 'webhook' | 'folder' } | undefined {
  const found = Object.entries(others).find(([beginning]) => place.startsWith(beginning))
  return found === undefined ? undefined : { title: found[1][0], icon: found[1][1] }
}

const namesGuest: ReadonlySet<Notification['kind']> = new Set(['guest_decided', 'guest_files'])

/** Who has caused it: guests who have decided, or sent files, are named in it. */
export function whoTold (told: Notification): string {
  return namesGuest.has(told.kind) && told.author !== null ? `${told.author} (guest)` : whoDid(told)
}

/** The decision that it tells of; null for those from before decisions were kept. */
export function decisionOf ({ kind, status }: Notification): 'approved' | 'rejected' | null {
  const isDecision = kind === 'approval_decided' || kind === 'guest_decided'
  return isDecision && (status === 'approved' || status === 'rejected') ? status : null
}
