import { listAdministrators } from '../../access/enabled-users.js'
import type { Teller } from '../../core/events/teller.js'

/** Tells administrators of a webhook that was disabled. */
export const webhookTeller: Teller = {
  whom: {
    async NOTIFICATION_ADDED ({ sql, caller }, { targets }) {
      if (targets.webhook_id === undefined) return []
      const administrators = await listAdministrators(sql, caller.accountId)
      return [{ reasons: administrators.map((id) => [id, 'webhook_disabled'] as const), item: null, text: null }]
    }
  },
  sentences: {
    webhook_disabled: () => 'A webhook was disabled, as its receiver fails or is gone'
  }
}
