import type { Unit } from '../../core/unit.js'
import { WebhookHeaderNotFound, WebhookHeadersFull } from '../../errors.js'
import { toRowId } from '../../basics/ids.js'
import { toMilliseconds } from '../../basics/time.js'
import { lockWebhook } from './require.js'
import type { HeaderRow } from './rows.js'

/** The headers are read with the webhook, and sent with each delivery. */
export const MOST_HEADERS = 100

export interface NewHeader {
  readonly header_key: string
  readonly header_value: string
  readonly hidden?: boolean
  readonly is_hmac?: boolean
}

/**
 * The headers of a webhook's deliveries, and the secrets for their signatures. Each function throws WebhookNotFound.
 */
export const webhookHeaders = {
  /** Throws WebhookHeadersFull. */
  add: ({ caller, transact }: Unit, webhookId: string, header: NewHeader) =>
    transact(async (tx): Promise<HeaderRow> => {
      const webhook = await lockWebhook(tx, webhookId)
      if (
        await tx.prisma.webhookHeader.count({ where: { webhookId: webhook.id, accountId: caller.accountId } }) >=
            MOST_HEADERS
      ) throw new WebhookHeadersFull(MOST_HEADERS)
      const time = toMilliseconds(tx.time)
      const { header_key: headerKey, header_value: headerValue, hidden = false, is_hmac: isHmac = false } = header
      const { id } = await tx.prisma.webhookHeader.create({
        data: {
          accountId: caller.accountId,
          webhookId: webhook.id,
          headerKey,
          headerValue,
          hidden,
          isHmac,
          createdAt: tx.time,
          updatedAt: tx.time
        }
      })
      return {
        id,
        webhook_id: webhook.id,
        header_key: headerKey,
        header_value: headerValue,
        hidden,
        is_hmac: isHmac,
        created_at: time,
        updated_at: time
      }
    }),

  /** Throws WebhookHeaderNotFound. */
  remove: ({ caller, transact }: Unit, webhookId: string, headerId: string) =>
    transact(async (tx) => {
      const webhook = await lockWebhook(tx, webhookId)
      const id = toRowId(headerId)
      const where = { webhookId: webhook.id, accountId: caller.accountId }
      const removed = id === null ? null : await tx.prisma.webhookHeader.deleteMany({ where: { ...where, id } })
      if (removed === null || removed.count === 0) throw new WebhookHeaderNotFound(headerId)
    })
}
