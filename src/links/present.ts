import { allowedBy, boundsIn, type LinkRow, type LinkType } from './rows.js'
import { shownBy } from './shown.js'

/** What a link shows, to who sees it. */
export interface ItemOfLink {
  readonly type: LinkType
  readonly id: string | number
  readonly title: string
}

/** A link, with its token for callers who may revoke it. */
export interface ShownLink {
  readonly row: LinkRow
  /** Null also for a link whose token is not known: src/links/tokens.ts. */
  readonly token: string | null
}

/** A link in the list of all links. */
export interface KnownLink extends ShownLink {
  readonly item: ItemOfLink | null
}

/**
 * The link as the API shows it. `base` is null for callers who see no URLs. The token is in the fragment, which
 * browsers never send.
 */
export function presentLink ({ row, token }: ShownLink, base: string | null) {
  return {
    id: row.id,
    title: row.title,
    url: token === null || base === null ? null : linkUrl(base, token),
    created_at: row.created_at,
    expires_at: row.expires_at,
    has_password: Boolean(row.has_password),
    ...boundsIn(row) ?? allowedBy(row),
    uses: row.uses,
    last_used_at: row.last_used_at,
    user_id: row.user_id
  }
}

/** The same in the list of all links. */
export function presentKnownLink ({ item, ...link }: KnownLink, base: string | null) {
  return { ...presentLink(link, base), type: shownBy(link.row).type, item }
}

export function linkUrl (base: string, token: string): string {
  return `${base}/share/#${token}`
}
