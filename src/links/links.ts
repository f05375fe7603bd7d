import { hashPassword } from '../access/passwords.js'
import type { PasswordTurns } from '../access/password-turns.js'
import { digest, newToken } from '../basics/secrets.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { requireRoom } from '../core/account-limit.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { LinkNotFound } from '../errors.js'
import { countLinks, findLink, listLinks, removeLink, type LinkRow, type LinkType } from './rows.js'
import { linkTargets } from './targets.js'

const DAY_S = 24 * 60 * 60
export const LONGEST_LIFE_S = 365 * DAY_S
const USUAL_LIFE_S = 30 * DAY_S

const linkLimit = { most: 1000, name: 'links', count: countLinks }

export interface NewLink {
  readonly title?: string
  /** Seconds. */
  readonly expires_in?: number
  readonly password?: string
  readonly download?: boolean
  readonly comments?: boolean
}

/** Changes of a link. Absent fields stay. */
export interface LinkChanges extends Omit<NewLink, 'password'> {
  /** Null takes it off. */
  readonly password?: string | null
}

/** A link that was made, with its token, which only this answer shows. */
export interface MadeLink {
  readonly row: LinkRow
  readonly token: string
  /** Of a collection: how many assets it shows now. */
  readonly count?: number
}

/** Links for people without an account. Functions with the id of a missing target throw its 404. */
export function createLinks ({ passwordTurns }: { passwordTurns: PasswordTurns }) {
  /** Hashes by the request, so that none is made within a transaction. */
  const hashes = new WeakMap<object, Promise<string>>()

  /** The stored form of a sent password. Null and undefined stay. */
  async function hashOf<Sent extends NewLink | LinkChanges> ({ caller }: Unit, sent: Sent) {
    const { password } = sent
    if (password == null) return password
    const made = hashes.get(sent) ?? passwordTurns.of(caller, () => hashPassword(password))
    hashes.set(sent, made)
    return made
  }

  /** Locks a link that the caller may revoke, after what it shows. Throws LinkNotFound and RoleRefused. */
  async function lockOwn (tx: Transaction, type: LinkType, sentId: string, sentLinkId: string) {
    const { accountId, userId } = tx.caller
    const target = linkTargets[type]
    const id = await target.lockToRevoke(tx, sentId)
    const linkId = toRowId(sentLinkId)
    const link = linkId === null ? undefined : await tx.sql.first<LinkRow>(findLink[type], [accountId, id, linkId])
    if (link === undefined) throw new LinkNotFound()
    if (link.user_id !== userId) await target.requireOthers(tx, id)
    return { link, read: async () => (await tx.sql.first<LinkRow>(findLink[type], [accountId, id, link.id]))! }
  }

  return {
    /** Does what is slow, before a transaction is open. */
    prepare: async (unit: Unit, link: NewLink | LinkChanges): Promise<void> => { await hashOf(unit, link) },

    /** Throws RoleRefused and TooMany. */
    async create (unit: Unit, type: LinkType, id: string, link: NewLink): Promise<MadeLink> {
      const password = await hashOf(unit, link)
      return unit.transact(async (tx) => {
        const { accountId, userId } = tx.caller
        const target = await linkTargets[type].lock(tx, id)
        await requireRoom(tx, linkLimit)
        const token = newToken()
        const { title = target.title, expires_in: lifeS = USUAL_LIFE_S, download = false, comments = false } = link
        const { id: linkId } = await tx.prisma.link.create({
          data: {
            accountId,
            userId,
            [`${type}Id`]: target.id,
            title,
            hash: digest(token),
            password,
            download,
            comments,
            createdAt: tx.time,
            expiresAt: new Date(tx.time.getTime() + lifeS * 1000)
          }
        })
        const { event } = target
        if (event !== undefined) await record(tx, { ...event, targets: { ...event.targets, link_id: linkId } })
        const row = (await tx.sql.first<LinkRow>(findLink[type], [accountId, target.id, linkId]))!
        const count = await target.count?.()
        return { row, token, ...(count !== undefined && { count }) }
      })
    },

    /** Throws RoleRefused. */
    require: ({ caller, reads }: Unit, type: LinkType, id: string) => linkTargets[type].require(reads.sql, caller, id),

    /** The links of a target that was required before. */
    list: ({ caller, reads }: Unit, type: LinkType, id: string | number, { after, limit }: Page) =>
      reads.sql.all<LinkRow>(listLinks[type], [caller.accountId, id, toRowId(after) ?? 0, limit]),

    /** Changes a link, without an event: its URL stays. Throws LinkNotFound and RoleRefused. */
    async update (unit: Unit, type: LinkType, id: string, linkId: string, changes: LinkChanges): Promise<LinkRow> {
      const password = await hashOf(unit, changes)
      const { title, download, comments, expires_in: lifeS } = changes
      return unit.transact(async (tx) => {
        const { link, read } = await lockOwn(tx, type, id, linkId)
        const expiresAt = lifeS === undefined ? undefined : new Date(tx.time.getTime() + lifeS * 1000)
        await tx.prisma.link.updateMany({
          where: { id: link.id, accountId: tx.caller.accountId },
          data: { title, password, download, comments, expiresAt }
        })
        return read()
      })
    },

    /** Ends a link. Throws LinkNotFound and RoleRefused. */
    revoke: ({ transact }: Unit, type: LinkType, id: string, linkId: string): Promise<void> =>
      transact(async (tx) => {
        const { link } = await lockOwn(tx, type, id, linkId)
        await tx.sql.run(removeLink, [link.id, tx.caller.accountId])
      })
  }
}

export type Links = ReturnType<typeof createLinks>
