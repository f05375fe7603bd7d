import { requireRoom } from '../../core/account-limit.js'
import type { Caller } from '../../core/caller.js'
import { releaseThings } from '../../core/release.js'
import type { Unit } from '../../core/unit.js'
import type { EventKind } from '../../core/events/forms.js'
import { statement } from '../../database/sql.js'
import { toRowId } from '../../basics/ids.js'
import { projectKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { Page } from '../../basics/page.js'
import type { Transaction } from '../../core/transact.js'
import { webhookHeaders } from './headers.js'
import { linkedUsers } from './linked-users.js'
import { attemptLog } from '../log/log.js'
import { WEBHOOKS_JOB } from '../job-names.js'
import { redelivery } from '../log/redelivery.js'
import { lockWebhook, requireWebhook } from './require.js'
import { findWebhook, listWebhooks, weighWebhooks, withParts, type WebhookRow, type WholeWebhook } from './rows.js'

export interface NewWebhook {
  readonly name: string
  readonly http_url: string
  readonly http_method: string
  readonly trigger_events: readonly EventKind[]
  readonly project_id?: string
}

/** The fields that an update may change. Absent fields stay. */
export type WebhookChanges = Partial<NewWebhook> & { readonly disabled?: boolean }

export const MOST_WEBHOOKS = 100

const webhookLimit = {
  most: MOST_WEBHOOKS,
  name: 'webhooks',
  /** $1 account */
  count: statement<{ count: number }>('webhooks_count', () => `
    SELECT COUNT(*) AS count FROM webhooks WHERE account_id = $1`)
}

/**
 * Webhooks, as sections 2.9 to 2.11 and 4.7 of the contract describe them. Functions with the id of a missing one throw
 * WebhookNotFound.
 */
export const webhooks = {
  require: async ({ caller, reads: { sql } }: Unit, id: string) =>
    whole(sql, caller, await requireWebhook(sql, caller, id)),

  list: async ({ caller, reads: { sql } }: Unit, { after, limit }: Page): Promise<WholeWebhook[]> => {
    const rows = await sql.all(listWebhooks, [caller.accountId, toRowId(after) ?? 0, limit])
    return withParts(sql, caller.accountId, rows)
  },

  /** The bytes of each entry of the list. */
  weigh: ({ caller, reads }: Unit, { after, limit }: Page) =>
    reads.sql.all(weighWebhooks, [caller.accountId, toRowId(after) ?? 0, limit]),

  /** Throws ProjectNotFound, and TooMany. */
  create: ({ caller, transact }: Unit, webhook: NewWebhook) =>
    transact(async (tx) => {
      if (webhook.project_id !== undefined) await lockItem(projectKind, tx, webhook.project_id, 'read')
      await requireRoom(tx, webhookLimit)
      const { accountId } = caller
      const { id } = await tx.prisma.webhook.create({
        data: { accountId, ...columnsOf(webhook), createdAt: tx.time, updatedAt: tx.time }
      })
      await tx.prisma.webhookState.create({ data: { webhookId: id, accountId } })
      await addTriggers(tx, id, webhook.trigger_events)
      return whole(tx.sql, caller, await requireWebhook(tx.sql, caller, String(id)))
    }),

  /** Throws ProjectNotFound. */
  update: ({ transact }: Unit, id: string, changes: WebhookChanges) =>
    transact((tx) => updateWebhook(tx, id, changes)),

  /** The same webhook with its counts of now. */
  recount: async ({ caller, reads: { sql } }: Unit, webhook: WholeWebhook): Promise<WholeWebhook> => {
    const row = await sql.first(findWebhook, [caller.accountId, webhook.row.id])
    if (row === undefined) return webhook
    const counts = { queue_length: row.queue_length, retry_queue_length: row.retry_queue_length }
    return { ...webhook, row: { ...webhook.row, ...counts } }
  },

  /** The queue and the log of the webhook are removed later: they may have a million rows. */
  remove: ({ caller, transact }: Unit, sentId: string) => transact(async (tx) => {
    const { id } = await lockWebhook(tx, sentId, { state: true })
    await tx.prisma.webhook.deleteMany({ where: { id, accountId: caller.accountId } })
    await releaseThings(tx, 'webhook', [id])
    await tx.prisma.webhookLeftover.create({ data: { webhookId: id } })
  }),

  headers: webhookHeaders,
  users: linkedUsers,
  log: attemptLog,
  ...redelivery
}

export type Webhooks = typeof webhooks

async function updateWebhook (tx: Transaction, sentId: string, changes: WebhookChanges): Promise<WholeWebhook> {
  await requireWebhook(tx.sql, tx.caller, sentId)
  if (changes.project_id !== undefined) await lockItem(projectKind, tx, changes.project_id, 'read')
  const before = await lockWebhook(tx, sentId, { state: true })
  const after = { ...columnsOf(changes), ...(changes.disabled === undefined ? {} : { disabled: changes.disabled }) }
  if (isDifferent(before, after)) {
    const { accountId } = tx.caller
    await tx.prisma.webhook.updateMany({ where: { id: before.id, accountId }, data: { ...after, updatedAt: tx.time } })
    tx.wake(WEBHOOKS_JOB)
    // What waits for its deliveries may never get them.
    if (changes.http_method !== undefined) await releaseThings(tx, 'webhook', [before.id])
    if (changes.trigger_events !== undefined) {
      await tx.prisma.webhookTrigger.deleteMany({ where: { webhookId: before.id, accountId } })
      await addTriggers(tx, before.id, changes.trigger_events)
    }
    // Enabling a webhook resets its failures.
    if (changes.disabled === false) {
      await tx.prisma.webhookState.updateMany({
        where: { webhookId: before.id, accountId },
        data: { givenUp: 0, failingSince: null }
      })
    }
  }
  return whole(tx.sql, tx.caller, await requireWebhook(tx.sql, tx.caller, sentId))
}

/** Absent fields are undefined, and stay. */
function columnsOf<Changes extends Partial<NewWebhook>> (changes: Changes) {
  const columns = {
    name: changes.name,
    httpUrl: changes.http_url,
    httpMethod: changes.http_method,
    triggerEvents: changes.trigger_events && JSON.stringify(changes.trigger_events),
    projectId: changes.project_id
  }
  return columns as Changes extends NewWebhook
    ? Required<{ [Name in keyof typeof columns]: NonNullable<typeof columns[Name]> }>
    : typeof columns
}

function isDifferent (
  before: WebhookRow, after: ReturnType<typeof columnsOf<WebhookChanges>> & { disabled?: boolean }
): boolean {
  const pairs: Array<[unknown, unknown]> = [
    [after.name, before.name],
    [after.httpUrl, before.http_url],
    [after.httpMethod, before.http_method],
    [after.triggerEvents, before.trigger_events],
    [after.projectId, before.project_id],
    [after.disabled, Boolean(before.disabled)]
  ]
  return pairs.some(([next, previous]) => next !== undefined && next !== previous)
}

async function addTriggers (tx: Transaction, webhookId: number, events: readonly EventKind[]): Promise<void> {
  const { accountId } = tx.caller
  const data = [...new Set(events)].map((event) => ({ accountId, event, webhookId }))
  if (data.length > 0) await tx.prisma.webhookTrigger.createMany({ data })
}

async function whole (sql: Transaction['sql'], caller: Caller, row: WebhookRow): Promise<WholeWebhook> {
  const [webhook] = await withParts(sql, caller.accountId, [row])
  return webhook!
}
