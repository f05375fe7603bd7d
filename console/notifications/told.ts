import { request, type Asset, type Item, type Schemas } from '../api/client.ts'

export type Notification = Schemas['Notification']

interface Targets {
  readonly asset_id?: string
  readonly project_id?: string
  readonly webhook_id?: number
  readonly comment_id?: number
}

export interface About {
  readonly type: 'asset' | 'project'
  readonly item: Item
}

/** The path of what a notification is about, in the console and below `/api/v2`. */
export function placeOf ({ targets }: Notification): string {
  const { asset_id: asset, project_id: project, webhook_id: webhook } = targets as Targets
  return asset !== undefined ? `assets/${asset}` : project !== undefined ? `projects/${project}` : `webhooks/${webhook}`
}

/** Loads the items that notifications are about, each once. One that is gone meanwhile is left out. */
export async function loadItems (
  notifications: readonly Notification[], known: ReadonlyMap<string, About>
): Promise<ReadonlyMap<string, About>> {
  const places = new Set(notifications.map(placeOf).filter((place) => !place.startsWith('webhooks/') && !known.has(place)))
  const found = new Map(known)
  await Promise.all([...places].map(async (place) => {
    try {
      const { asset, project } = await request<{ asset?: Asset, project?: Item }>('GET', `/api/v2/${place}`)
      found.set(place, asset === undefined ? { type: 'project', item: project! } : { type: 'asset', item: asset })
    } catch {}
  }))
  return found
}

/** What has happened, after the name of who did it. */
export const words: Readonly<Record<string, string>> = {
  mention: 'mentions you on',
  reply: 'has replied on',
  approval_asked: 'asks for your approval of',
  approval_decided: 'has decided on',
  new_version: 'has replaced the file, and your approval is asked for again:',
  comment: 'has commented on',
  guest_comment: 'has commented on',
  webhook_disabled: 'has disabled'
}
