import type { Unit } from '../../core/unit.js'
import { LinkedUserNotFound, WebhookUserNotFound, WebhookUsersFull } from '../../errors.js'
import { toRowId } from '../../basics/ids.js'
import { toMilliseconds } from '../../basics/time.js'
import { lockWebhook } from './require.js'
import type { LinkedUserRow } from './rows.js'

/** The users are read with the webhook, and shown with it. */
export const MOST_LINKED_USERS = 1000

/**
 * The users whose events a webhook wants; without any, it wants everybody's. Each function throws WebhookNotFound.
 */
export const linkedUsers = {
  /** A second link of a user returns the first one. Throws LinkedUserNotFound and WebhookUsersFull. */
  add: ({ caller, transact }: Unit, webhookId: string, sentUserId: number | bigint) =>
    transact(async (tx): Promise<LinkedUserRow> => {
      const { accountId } = caller
      const webhook = await lockWebhook(tx, webhookId)
      const userId = toRowId(sentUserId)
      const user = userId === null
        ? null
        : await tx.prisma.user.findFirst({ where: { id: userId, accountId, removedAt: null } })
      if (user === null) throw new LinkedUserNotFound(String(sentUserId))
      const links = { webhookId: webhook.id, accountId }
      const known = await tx.prisma.webhookUser.findFirst({ where: { ...links, userId: user.id } })
      if (known === null && await tx.prisma.webhookUser.count({ where: links }) >= MOST_LINKED_USERS) {
        throw new WebhookUsersFull(MOST_LINKED_USERS)
      }
      const link = known ??
          await tx.prisma.webhookUser.create({
            data: { accountId, webhookId: webhook.id, userId: user.id, createdAt: tx.time, updatedAt: tx.time }
          })
      return {
        id: link.id,
        webhook_id: webhook.id,
        user_id: user.id,
        created_at: toMilliseconds(link.createdAt),
        updated_at: toMilliseconds(link.updatedAt)
      }
    }),

  /** Throws WebhookUserNotFound. */
  remove: ({ caller, transact }: Unit, webhookId: string, sentId: string) =>
    transact(async (tx) => {
      const webhook = await lockWebhook(tx, webhookId)
      const id = toRowId(sentId)
      const where = { webhookId: webhook.id, accountId: caller.accountId }
      const removed = id === null ? null : await tx.prisma.webhookUser.deleteMany({ where: { ...where, id } })
      if (removed === null || removed.count === 0) throw new WebhookUserNotFound(sentId)
    })
}
