import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import { TooMany, WebhookHeaderNotFound } from '../../errors.js'
import { toRowId } from '../../basics/ids.js'
import { statement } from '../../database/sql.js'
import { toMilliseconds } from '../../basics/time.js'
import { lockWebhook } from './require.js'
import type { HeaderRow } from './rows.js'

/** The headers are read with the webhook, sent with each delivery, and kept with each attempt. */
export const MOST_HEADERS = 50
export const LARGEST_HEADERS = 16 * 1024

/** $1 webhook, $2 account */
const sizeOfHeaders = statement<{ headers: number, bytes: number }>('webhook_headers_size', () => `
  SELECT COUNT(*) AS headers,
    COALESCE(SUM(OCTET_LENGTH(header_key) + OCTET_LENGTH(header_value)), 0) AS bytes
  FROM webhook_headers WHERE webhook_id = $1 AND account_id = $2`)

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
  /** Throws TooMany. */
  add: ({ caller, transact }: Unit, webhookId: string, header: NewHeader) =>
    transact(async (tx): Promise<HeaderRow> => {
      const webhook = await lockWebhook(tx, webhookId)
      await requireRoom(tx, webhook.id, header)
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

/** Throws TooMany if the locked webhook may not have another header. */
async function requireRoom (
  tx: Transaction, webhookId: number, { header_key: key, header_value: value }: NewHeader
): Promise<void> {
  const others = (await tx.sql.first(sizeOfHeaders, [webhookId, tx.caller.accountId]))!
  if (others.headers >= MOST_HEADERS) throw new TooMany(`${MOST_HEADERS} headers`)
  const bytes = others.bytes + Buffer.byteLength(key) + Buffer.byteLength(value)
  if (bytes > LARGEST_HEADERS) throw new TooMany(`${LARGEST_HEADERS} bytes of headers`)
}
