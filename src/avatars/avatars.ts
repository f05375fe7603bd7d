import { holdUser } from '../access/session-writes.js'
import { newId, toItemId, toRowId } from '../basics/ids.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { DownloadRefused, LinkedUserNotFound, NotFound, Unauthorized } from '../errors.js'
import type { Permit, Signer } from '../media/serve/signing.js'
import { received } from './receive.js'
import type { createShrinking } from './shrink.js'

export interface AvatarsDependencies {
  readonly database: Database
  readonly signer: Signer
  /** The folder of temporary files. */
  readonly folder: string
  readonly shrinking: ReturnType<typeof createShrinking>
}

/** $1 account, $2 JSON list of users */
const listAvatars = statement<{ user_id: number, id: string }>('avatars_of_users', (sql) => `
  SELECT user_id, id FROM avatars WHERE account_id = $1 AND ${sql.among('user_id', sql.integers('$2'))}`)

/** $1 avatar */
const findBytes = statement<{ bytes: Uint8Array }>('avatars_find', () => 'SELECT bytes FROM avatars WHERE id = $1')

/** The signature holds no time: the URL is good as long as there is this avatar, and always the same. */
const permitOf = (id: string): Permit => ({ purpose: 'person', fileId: id, expires: 0, userId: 0 })

/** Pictures of users, which everybody who sees the user gets the URL of. */
export function createAvatars ({ database, signer, folder, shrinking }: AvatarsDependencies) {
  return {
    /**
     * The user's own. Throws NoPicture, PicturesUnreadable, BodyTooLarge, NoRoom, and Overloaded if too many wait.
     * `gone` aborts when nobody waits for the answer.
     */
    async set ({ caller, transact }: Unit, body: AsyncIterable<Buffer>, gone: AbortSignal): Promise<void> {
      const bytes = await received(body, folder, (path) => shrinking.shrink(caller, path, gone))
      await transact(async (tx) => {
        const { userId, accountId } = caller
        // It may have taken a while.
        if ((await holdUser(tx, userId)).isDisabled) throw new Unauthorized()
        const known = await tx.prisma.avatar.findFirst({ where: { userId, accountId } })
        if (known !== null && bytes.equals(known.bytes)) return
        await dropAvatar(tx, userId)
        await tx.prisma.avatar.create({ data: { id: newId(), accountId, userId, bytes: new Uint8Array(bytes) } })
        await record(tx, { event: 'USER_EDITED_AVATAR', targets: { user_id: userId } })
      })
    },

    remove: ({ caller, transact }: Unit): Promise<void> => transact((tx) => removeAvatar(tx, caller.userId)),

    /** Throws LinkedUserNotFound. */
    removeOf: ({ caller, transact }: Unit, sentId: string): Promise<void> => transact(async (tx) => {
      const id = toRowId(sentId)
      const user = id === null
        ? null
        : await tx.prisma.user.findFirst({
          where: { id, accountId: caller.accountId, removedAt: null }, select: { id: true }
        })
      if (user === null) throw new LinkedUserNotFound(sentId)
      await removeAvatar(tx, user.id)
    }),

    /** Adds the URLs to some users of the caller's account. `baseUrl` is the public address of the service. */
    async shownWith<User extends { readonly id: number }> (
      { caller, reads }: Pick<Unit, 'caller' | 'reads'>, baseUrl: string, users: readonly User[]
    ): Promise<Array<User & { avatar_url: string | null }>> {
      const ids = JSON.stringify(users.map(({ id }) => id))
      const rows = users.length === 0 ? [] : await reads.sql.all(listAvatars, [caller.accountId, ids])
      if (rows.length === 0) return users.map((user) => ({ ...user, avatar_url: null }))
      const sign = await signer.signMany()
      const urls = new Map(rows.map(({ user_id: userId, id }) =>
        [userId, `${baseUrl}/avatars/${id}?signature=${sign(permitOf(id))}`]))
      return users.map((user) => ({ ...user, avatar_url: urls.get(user.id) ?? null }))
    },

    /** Loads the signing secret before a transaction is open: its first use makes it, in a transaction of its own. */
    prepareToSign: async (): Promise<void> => { await signer.signMany() },

    /** Throws DownloadRefused if the signature is wrong, and NotFound if the user has another avatar, or none. */
    async open (sentId: string, signature: unknown): Promise<Buffer> {
      if (typeof signature !== 'string' || !await signer.isSigned(permitOf(sentId), signature)) throw new DownloadRefused()
      const id = toItemId(sentId)
      const row = id === null ? undefined : await database.reads.sql.first(findBytes, [id])
      if (row === undefined) throw new NotFound()
      return Buffer.from(row.bytes)
    }
  }
}

export type Avatars = ReturnType<typeof createAvatars>

/** Removes the avatar of a user who loses it with everything else. Returns whether there was one. */
export async function dropAvatar ({ caller, prisma }: Transaction, userId: number): Promise<boolean> {
  const { count } = await prisma.avatar.deleteMany({ where: { userId, accountId: caller.accountId } })
  return count > 0
}

async function removeAvatar (tx: Transaction, userId: number): Promise<void> {
  if (await dropAvatar(tx, userId)) await record(tx, { event: 'USER_REMOVED_AVATAR', targets: { user_id: userId } })
}
