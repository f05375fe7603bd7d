import { api, done, read, urlOf, type ItemType, type Schemas, type Url } from '../api/client.ts'
import { mayWrite, who } from '../api/session.ts'
import { idsOf, pathOf } from '../items/item.ts'

/** A link, and what it shows. */
export type KnownLink = Schemas['KnownGuestLink']
export type Link = Omit<KnownLink, 'type' | 'item'>
/** What guests may do by a link. */
export type Allowed = Pick<Schemas['GuestLink'], 'comments' | 'approvals' | 'versions' | 'download'>
/** How much guests may send by a link of a drop folder. */
export type Bounds = Pick<Schemas['DropFolderLink'], 'files' | 'bytes'>

/** What a new link shows. */
export type Linked =
  | { readonly type: ItemType | 'collection', readonly id: string }
  | { readonly type: 'selection', readonly assetIds: readonly string[] }

interface Sent {
  readonly title: string
  readonly expires_at: string
  readonly password?: string
}

type NewLink = Sent & Allowed

interface LinkChanges extends Partial<Omit<Sent, 'password'> & Allowed & Bounds> {
  /** Null: none any more. */
  readonly password?: string | null
  readonly new_url?: boolean
}

/** A link that was made. */
export interface Made {
  readonly link: Link
  /** How many assets it shows, of a collection and of a selection. */
  readonly count?: number
}

/** Links of a list, and where the older ones are. */
export interface Listed {
  readonly links: readonly KnownLink[]
  readonly next: Url<'/api/v2/links'> | null
}

const PAGE = 50

export async function listLinks (type: ItemType | 'collection', id: string): Promise<readonly Link[]> {
  const params = { path: idsOf(id), query: { limit: 1000 } }
  return (await done(api.GET(pathOf(type, '/links'), { params }))).links
}

/** Links of everything, the newest first. */
export async function listKnown (from?: Url<'/api/v2/links'>): Promise<Listed> {
  const { data, next } = await read(from ?? urlOf('/api/v2/links', { query: { limit: PAGE } }))
  return { links: data.links, next }
}

export async function makeLink (of: Linked, body: NewLink): Promise<Made> {
  if (of.type === 'selection') {
    const { link, count } = await done(api.POST('/api/v2/links', { body: { ...body, asset_ids: [...of.assetIds] } }))
    return { link: shown(link), count }
  }
  const made = await done(api.POST(pathOf(of.type, '/links'), { params: { path: idsOf(of.id) }, body }))
  return { link: shown(made.link), ...('count' in made && { count: made.count }) }
}

export async function listLinksOfFolder (id: string): Promise<readonly Link[]> {
  const params = { path: { drop_folder_id: id }, query: { limit: 1000 } }
  return (await done(api.GET('/api/v2/drop_folders/{drop_folder_id}/links', { params }))).links
}

export async function makeLinkOfFolder (id: string, body: Sent & Bounds): Promise<Made> {
  const params = { path: { drop_folder_id: id } }
  return { link: shown((await done(api.POST('/api/v2/drop_folders/{drop_folder_id}/links', { params, body }))).link) }
}

/** Whether guests send files by a link. */
export function isForFiles ({ files }: Link): boolean {
  return files !== undefined
}

// A link is changed, revoked and sent by its id alone, whatever it shows.

export async function changeLink ({ id }: Link, body: LinkChanges): Promise<Link> {
  return shown((await done(api.POST('/api/v2/links/{link_id}', { params: pathTo(id), body }))).link)
}

export async function revokeLink ({ id }: Link): Promise<void> {
  await done(api.DELETE('/api/v2/links/{link_id}', { params: pathTo(id) }))
}

export async function sendLink ({ id }: Link, body: { emails: string[], text: string }): Promise<void> {
  await done(api.POST('/api/v2/links/{link_id}/mails', { params: pathTo(id), body }))
}

/** Whether the user may change, send and revoke a link, as far as its list tells. */
export function mayChange (link: Link | KnownLink): boolean {
  if (!mayWrite.value) return false
  // Of private collections of others, administrators see only that there are links.
  if ('item' in link) return link.type === 'selection' || link.item !== null
  const { id, access } = who.value!.user
  return access !== 'projects' || link.user_id === id || link.url !== null
}

export function isOver ({ expires_at: end }: Link): boolean {
  return Date.parse(end) <= Date.now()
}

export function nameOf ({ title }: Link): string {
  return title === '' ? 'Untitled' : title
}

function pathTo (id: number) {
  return { path: { link_id: String(id) } }
}

function shown (link: Omit<Link, 'url'> & { url?: string | null }): Link {
  return { ...link, url: link.url ?? null }
}
