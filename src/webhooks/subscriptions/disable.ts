import { statement } from '../../database/sql.js'
import { record } from '../../core/events/record.js'
import type { Release } from '../../core/release.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'

/** $1 webhook, $2 account, $3 now */
const disableOne = statement('webhooks_disable', (sql) => `
  UPDATE webhooks SET disabled = TRUE, updated_at = ${sql.moment('$3')} WHERE id = $1 AND account_id = $2
    AND disabled = FALSE`)

/** $1 account, $2 JSON list of projects, $3 now */
const disableOfProjects = statement<{ id: number }>('webhooks_disable_of_projects', (sql) => `
  UPDATE webhooks SET disabled = TRUE, updated_at = ${sql.moment('$3')}
  WHERE account_id = $1 AND ${sql.among('project_id', sql.strings('$2'))} AND disabled = FALSE
  RETURNING id`)

/**
 * Disables a webhook whose receiver is gone or has failed for days. Its deliveries keep waiting. Returns whether it was
 * enabled before.
 */
export async function disableWebhook (tx: Transaction, webhookId: number): Promise<boolean> {
  const changed = await tx.sql.run(disableOne, [webhookId, tx.caller.accountId, toDatabase(tx.time)])
  if (changed > 0) await record(tx, { event: 'NOTIFICATION_ADDED', targets: { webhook_id: webhookId }, severity: 3 })
  return changed > 0
}

/**
 * Disables the webhooks of projects that are deleted for good: without its project a webhook would get the events of
 * all projects.
 */
export const webhookRelease: Release = {
  async after (tx, type, items) {
    if (type !== 'project') return
    const ids = JSON.stringify(items.map(({ id }) => id))
    const disabled = await tx.sql.all(disableOfProjects, [tx.caller.accountId, ids, toDatabase(tx.time)])
    await record(
      tx,
      ...disabled.map(({ id }) => ({ event: 'NOTIFICATION_ADDED' as const, targets: { webhook_id: id } }))
    )
  }
}
