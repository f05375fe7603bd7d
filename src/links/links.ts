import { hashPassword } from '../access/passwords.js'
import type { PasswordTurns } from '../access/password-turns.js'
import { noteOtherEnd } from '../approvals/ends.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { toDatabase } from '../basics/time.js'
import { requireRoom } from '../core/account-limit.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { UnknownParameter } from '../errors.js'
import { endOf, requireOneEnd, USUAL_LIFE_S, type Life } from './life.js'
import { createListing } from './listing.js'
import { lockOwn, type Place } from './lock.js'
import type { ShownLink } from './present.js'
import {
  allowances, allowedBy, boundsBy, countLinks, findAny, listLinks, removeLink, type Allowed, type Bounds, type LinkRow,
  type TargetType
} from './rows.js'
import { holdSelected, MANY, putSelected } from './selection.js'
import { endUploadsOf } from './sending/end.js'
import { linkTargets, revocable } from './targets.js'
import type { LinkTokens } from './tokens.js'

const linkLimit = { most: 1000, name: 'links', count: countLinks }

/** `files` and `bytes` only of drop folders, which know none of what others allow. */
export interface NewLink extends Life, Partial<Allowed>, Partial<Bounds> {
  readonly title?: string
  readonly password?: string
}

export interface NewSelection extends NewLink {
  readonly title: string
  readonly asset_ids: readonly string[]
}

/** Changes of a link. Absent fields stay. */
export interface LinkChanges extends Omit<NewLink, 'password'> {
  /** Null takes it off. */
  readonly password?: string | null
  /** Whether it gets another URL. */
  readonly new_url?: boolean
}

/** A link that was made. */
export interface MadeLink extends ShownLink {
  /** Of a collection or a selection: how many assets it shows now. */
  readonly count?: number
}

/** What a link shows, as its row has it. Of a selection, nothing. */
type Target = Readonly<Partial<Record<'assetId' | 'projectId', string> & Record<'collectionId' | 'dropFolderId', number>>>

const columns = {
  asset: 'assetId', project: 'projectId', collection: 'collectionId', drop_folder: 'dropFolderId'
} satisfies Record<TargetType, keyof Target>

/** Links for people without an account. Functions with the id of a missing target throw its 404. */
export function createLinks ({ passwordTurns, tokens }: { passwordTurns: PasswordTurns, tokens: LinkTokens }) {
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

  /** Does what is slow, before a transaction is open. Throws TwoEnds. */
  async function prepare (unit: Unit, sent: NewLink | LinkChanges) {
    requireOneEnd(sent)
    return { password: await hashOf(unit, sent), seal: await tokens.open() }
  }

  /** Throws TooMany. */
  async function insert (
    tx: Transaction, { password, seal }: Awaited<ReturnType<typeof prepare>>, target: Target, title: string,
    sent: NewLink
  ): Promise<ShownLink> {
    const { accountId, userId } = tx.caller
    await requireRoom(tx, linkLimit, toDatabase(tx.time))
    const expiresAt = endOf(sent, tx.time) ?? endOf({ expires_in: USUAL_LIFE_S }, tx.time)!
    const { id } = await tx.prisma.link.create({
      data: {
        accountId,
        userId,
        ...target,
        title,
        ...seal.make(),
        password,
        ...allowedBy(sent),
        ...target.dropFolderId !== undefined && boundsBy(sent),
        createdAt: tx.time,
        expiresAt
      }
    })
    const row = (await tx.sql.first(findAny, [accountId, id]))!
    return { row, token: seal.find(row) }
  }

  return {
    prepare: async (unit: Unit, sent: NewLink | LinkChanges): Promise<void> => { await prepare(unit, sent) },

    /** Throws TwoEnds, RoleRefused and TooMany. */
    async create (unit: Unit, type: TargetType, id: string, sent: NewLink): Promise<MadeLink> {
      const prepared = await prepare(unit, sent)
      return unit.transact(async (tx) => {
        const target = await linkTargets[type].lock(tx, id)
        const made = await insert(tx, prepared, { [columns[type]]: target.id }, sent.title ?? target.title, sent)
        const event = target.event?.(made.row.id)
        if (event !== undefined) await record(tx, event)
        const count = await target.count?.()
        return { ...made, ...(count !== undefined && { count }) }
      })
    },

    /** Makes a link of chosen assets. Throws TwoEnds, AssetNotFound, RoleRefused and TooMany. */
    async createSelection (unit: Unit, { asset_ids: ids, ...sent }: NewSelection): Promise<MadeLink> {
      const prepared = await prepare(unit, sent)
      return unit.transact(async (tx) => {
        const selected = await holdSelected(tx, ids)
        const made = await insert(tx, prepared, {}, sent.title, sent)
        await putSelected(tx, made.row.id, selected)
        return { ...made, count: selected.count }
      }, { long: ids.length > MANY })
    },

    /** Throws RoleRefused. */
    require: ({ caller, reads }: Unit, type: TargetType, id: string) =>
      linkTargets[type].require(reads.sql, caller, id),

    /** The links of a target that was required before. */
    async list (
      { caller, reads: { sql } }: Unit, type: TargetType, id: string | number, { after, limit }: Page
    ): Promise<ShownLink[]> {
      const rows = await sql.all(listLinks[type], [caller.accountId, id, toRowId(after) ?? 0, limit])
      const others = await revocable[type].mayRevokeOthers(sql, caller, id)
      const seal = await tokens.open()
      return rows.map((row) => ({ row, token: others || row.user_id === caller.userId ? seal.find(row) : null }))
    },

    ...createListing(tokens),

    /** Changes a link, without an event. Throws TwoEnds, LinkNotFound, RoleRefused, UnknownParameter and TooMany. */
    async update (unit: Unit, place: Place, linkId: string, sent: LinkChanges): Promise<ShownLink> {
      const { password, seal } = await prepare(unit, sent)
      const { title, download, comments, approvals, versions, files, bytes, new_url: isNew = false } = sent
      return unit.transact(async (tx) => {
        const { row, read } = await lockOwn(tx, place, linkId)
        requireKnown(row, sent)
        const expiresAt = endOf(sent, tx.time)
        const wasOver = Date.parse(row.expires_at) <= tx.time.getTime()
        if (wasOver && expiresAt !== undefined) await requireRoom(tx, linkLimit, toDatabase(tx.time))
        await tx.prisma.link.updateMany({
          where: { id: row.id, accountId: tx.caller.accountId },
          data: {
            title, password, download, comments, approvals, versions, files, bytes, expiresAt, ...isNew && seal.make()
          }
        })
        if (expiresAt !== undefined) await noteOtherEnd(tx, row.id)
        const changed = await read()
        return { row: changed, token: seal.find(changed) }
      })
    },

    /** Ends a link, with its uploads under way. Throws LinkNotFound and RoleRefused. */
    revoke: ({ transact }: Unit, place: Place, linkId: string): Promise<void> =>
      transact(async (tx) => {
        const { row } = await lockOwn(tx, place, linkId)
        await endUploadsOf(tx, [row.id])
        await tx.sql.run(removeLink, [row.id, tx.caller.accountId])
        await noteOtherEnd(tx, row.id)
      })
  }
}

export type Links = ReturnType<typeof createLinks>

/** Throws UnknownParameter. */
function requireKnown ({ drop_folder_id: dropFolderId }: LinkRow, sent: LinkChanges): void {
  const others = dropFolderId === null ? ['files', 'bytes'] as const : allowances
  const unknown = others.find((name) => sent[name] !== undefined)
  if (unknown !== undefined) throw new UnknownParameter(unknown)
}
