import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { WebhookHeaderNotFound, WebhookHeadersFull } from '../../errors.js'
import { toRowId } from '../../basics/ids.js'
import { toMilliseconds } from '../../basics/time.js'
import { lockWebhook } from './require.js'
import type { HeaderRow } from './rows.js'

/** What a webhook is read with, and what each of its deliveries carries. */
export const MOST_HEADERS = 100

export interface NewHeader {
  readonly header_key: string
  readonly header_value: string
  readonly hidden?: boolean
  readonly is_hmac?: boolean
}

/** $1 header, $2 webhook, $3 account */
const deleteHeader = statement(
  'webhooks_delete_header',
  () => 'DELETE FROM webhook_headers WHERE id = $1 AND webhook_id = $2 AND account_id = $3'
)

/**
 * The headers that a webhook's deliveries carry, and the secrets that they are signed with. Each function throws
 * WebhookNotFound.
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
      if (id === null || await tx.sql.run(deleteHeader, [id, webhook.id, caller.accountId]) === 0) {
        throw new WebhookHeaderNotFound(headerId)
      }
    })
}
